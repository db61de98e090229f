import type { ThemedToken, LanguageInput } from 'shiki/core';
import { eachElement, element, replaceElements, textOf, type Element, type Root } from '../html/html-tree.ts';

/** In characters. Colouring a longer block would hold up the process for others. */
const MAX_COLOURED = 100_000;
const THEME = 'club';
const VARIABLE = /^var\(--([a-z-]+)\)$/;

interface Code {
  text: string;
  language: string;
}

/** Turns code blocks into figures with a caption, a place for the copy button (`data-copy`), and classes for both themes. */
export async function drawCodeBlocks(tree: Root): Promise<void> {
  const blocks = new Map<Element, Code>();
  eachElement(tree, (found) => {
    const code = codeOf(found);
    if (code) blocks.set(found, code);
  });
  const figures = new Map<Element, Element>();
  // One language at a time: its grammar is released before the next, and other requests are answered in between.
  for (const [id, group] of Map.groupBy(blocks, ([, { text, language }]) => idOf(text, language))) {
    const colour = id === undefined ? undefined : await openHighlighter(id);
    for (const [block, code] of group) figures.set(block, draw(code, colour?.lines));
    colour?.dispose();
  }
  replaceElements(tree, (found) => figures.get(found) ?? found);
}

function idOf(text: string, language: string): string | undefined {
  return text.length <= MAX_COLOURED ? findLanguage(language)?.id : undefined;
}

function codeOf(found: Element): Code | undefined {
  const [code, ...others] = found.children;
  if (found.tagName !== 'pre' || code?.type !== 'element' || code.tagName !== 'code' || others.length > 0)
    return undefined;
  const { className } = code.properties;
  const classes = Array.isArray(className) ? className.map(String) : [];
  const language = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? '';
  return { text: textOf(code).replace(/\n$/, ''), language };
}

type Lines = (text: string) => ThemedToken[][];

async function openHighlighter(lang: string): Promise<{ lines: Lines; dispose: () => void }> {
  const { createCssVariablesTheme, createHighlighterCore } = await import('shiki/core');
  const { createJavaScriptRegexEngine } = await import('shiki/engine/javascript');
  const highlighter = await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--', fontStyle: false })],
    langs: [findLanguage(lang)?.load ?? []],
    // A pattern that JavaScript cannot express is left out, which costs a little colour but never fails.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  return {
    lines: (text) => highlighter.codeToTokensBase(text, { lang, theme: THEME }),
    dispose: () => highlighter.dispose(),
  };
}

function draw({ text, language }: Code, lines: Lines | undefined): Element {
  const content = lines
    ? lines(text).flatMap((line, row) => [...(row > 0 ? ['\n'] : []), ...line.map(drawToken)])
    : [text];
  const label = findLanguage(language)?.label ?? (language || 'Text');
  return element('figure', { className: ['code'] }, [
    element('figcaption', {}, [element('span', {}, [label]), element('span', { dataCopy: '' }, [])]),
    element('pre', { tabIndex: 0 }, [element('code', {}, content)]),
  ]);
}

function drawToken({ content, color }: ThemedToken): Element | string {
  const kind = VARIABLE.exec(color ?? '')?.[1]?.replace('token-', '');
  return kind && kind !== 'foreground' && content.trim()
    ? element('span', { className: [`code-${kind}`] }, [content])
    : content;
}

interface Language {
  label: string;
  aliases?: string[];
  load: LanguageInput;
}

const LANGUAGES: Record<string, Language> = {
  bash: { label: 'Shell', aliases: ['sh', 'shell', 'zsh', 'console'], load: () => import('shiki/langs/bash.mjs') },
  c: { label: 'C', aliases: ['h'], load: () => import('shiki/langs/c.mjs') },
  cpp: { label: 'C++', aliases: ['c++', 'cc', 'cxx', 'hpp'], load: () => import('shiki/langs/cpp.mjs') },
  csharp: { label: 'C#', aliases: ['c#', 'cs'], load: () => import('shiki/langs/csharp.mjs') },
  css: { label: 'CSS', load: () => import('shiki/langs/css.mjs') },
  diff: { label: 'Diff', aliases: ['patch'], load: () => import('shiki/langs/diff.mjs') },
  docker: { label: 'Dockerfile', aliases: ['dockerfile'], load: () => import('shiki/langs/docker.mjs') },
  elixir: { label: 'Elixir', aliases: ['ex', 'exs'], load: () => import('shiki/langs/elixir.mjs') },
  go: { label: 'Go', aliases: ['golang'], load: () => import('shiki/langs/go.mjs') },
  haskell: { label: 'Haskell', aliases: ['hs'], load: () => import('shiki/langs/haskell.mjs') },
  html: { label: 'HTML', aliases: ['htm'], load: () => import('shiki/langs/html.mjs') },
  ini: { label: 'INI', aliases: ['conf', 'cfg'], load: () => import('shiki/langs/ini.mjs') },
  java: { label: 'Java', load: () => import('shiki/langs/java.mjs') },
  javascript: { label: 'JavaScript', aliases: ['js', 'mjs', 'cjs'], load: () => import('shiki/langs/javascript.mjs') },
  json: { label: 'JSON', load: () => import('shiki/langs/json.mjs') },
  jsx: { label: 'JSX', load: () => import('shiki/langs/jsx.mjs') },
  kotlin: { label: 'Kotlin', aliases: ['kt', 'kts'], load: () => import('shiki/langs/kotlin.mjs') },
  latex: { label: 'LaTeX', aliases: ['tex'], load: () => import('shiki/langs/latex.mjs') },
  lua: { label: 'Lua', load: () => import('shiki/langs/lua.mjs') },
  make: { label: 'Makefile', aliases: ['makefile', 'mk'], load: () => import('shiki/langs/make.mjs') },
  markdown: { label: 'Markdown', aliases: ['md'], load: () => import('shiki/langs/markdown.mjs') },
  php: { label: 'PHP', load: () => import('shiki/langs/php.mjs') },
  powershell: { label: 'PowerShell', aliases: ['ps1'], load: () => import('shiki/langs/powershell.mjs') },
  prolog: { label: 'Prolog', load: () => import('shiki/langs/prolog.mjs') },
  python: { label: 'Python', aliases: ['py'], load: () => import('shiki/langs/python.mjs') },
  r: { label: 'R', load: () => import('shiki/langs/r.mjs') },
  racket: { label: 'Racket', aliases: ['rkt'], load: () => import('shiki/langs/racket.mjs') },
  ruby: { label: 'Ruby', aliases: ['rb'], load: () => import('shiki/langs/ruby.mjs') },
  rust: { label: 'Rust', aliases: ['rs'], load: () => import('shiki/langs/rust.mjs') },
  scala: { label: 'Scala', load: () => import('shiki/langs/scala.mjs') },
  scheme: { label: 'Scheme', aliases: ['scm'], load: () => import('shiki/langs/scheme.mjs') },
  sql: { label: 'SQL', load: () => import('shiki/langs/sql.mjs') },
  swift: { label: 'Swift', load: () => import('shiki/langs/swift.mjs') },
  toml: { label: 'TOML', load: () => import('shiki/langs/toml.mjs') },
  tsx: { label: 'TSX', load: () => import('shiki/langs/tsx.mjs') },
  typescript: { label: 'TypeScript', aliases: ['ts', 'mts', 'cts'], load: () => import('shiki/langs/typescript.mjs') },
  xml: { label: 'XML', aliases: ['svg'], load: () => import('shiki/langs/xml.mjs') },
  yaml: { label: 'YAML', aliases: ['yml'], load: () => import('shiki/langs/yaml.mjs') },
};

const idOfAlias = new Map(
  Object.entries(LANGUAGES).flatMap(([id, { aliases = [] }]) => [id, ...aliases].map((name) => [name, id] as const)),
);

function findLanguage(name: string): (Language & { id: string }) | undefined {
  const id = idOfAlias.get(name.toLowerCase());
  const language = id === undefined ? undefined : LANGUAGES[id];
  return id !== undefined && language ? { ...language, id } : undefined;
}

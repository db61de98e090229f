import type { ThemedToken } from 'shiki/core';
import { eachElement, element, replaceElements, textOf, type Element, type Root } from '../html/html-tree.ts';
import { findLanguage } from './languages.ts';

/** In characters: colouring a longer block would hold up the process for others. */
const MAX_COLOURED = 100_000;
const THEME = 'club';
const VARIABLE = /^var\(--([a-z-]+)\)$/;

interface Code {
  text: string;
  language: string;
}

/** Figures with a caption, a place for the copy button (`data-copy`), and classes that serve both themes. */
export async function drawCodeBlocks(tree: Root): Promise<void> {
  const blocks = new Map<Element, Code>();
  eachElement(tree, (found) => {
    const code = codeOf(found);
    if (code) blocks.set(found, code);
  });
  const figures = new Map<Element, Element>();
  // One language at a time: its grammar is let go before the next, and others are answered in between.
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
    // A pattern that JavaScript cannot express is left out: a little less colour, never a failure.
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

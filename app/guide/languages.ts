import type { LanguageInput } from 'shiki/core';

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

export function findLanguage(name: string): (Language & { id: string }) | undefined {
  const id = idOfAlias.get(name.toLowerCase());
  const language = id === undefined ? undefined : LANGUAGES[id];
  return id !== undefined && language ? { ...language, id } : undefined;
}

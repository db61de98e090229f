import { LATE } from '../../ui/late-start.ts';

const MODULE = '<script type="module" async="">';
/** What the router's scripts read: texts that the browser would compile and run before anything is painted. */
const DATA = '<script>window.__reactRouterContext';
const FILES = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/** Leaves a page's module script, what it reads and the files that it needs to `startLate`, which stands in the page. */
export function withLateScripts(html: string): string {
  if (!html.includes(MODULE)) return html;
  const files = [...html.matchAll(FILES)].map(([, href]) => href);
  return html
    .replaceAll(FILES, '')
    .replace(MODULE, `<script type="${LATE}" data-files="${files.join(' ')}">`)
    .replaceAll(DATA, DATA.replace('<script', `<script type="${LATE}"`));
}

import { LATE } from '../../ui/late-start.ts';

const MODULE = '<script type="module" async="">';
/** The data that the router's scripts read. The browser would compile and run them before the first paint. */
const DATA = /<script>(?=window\.__reactRouterContext)/g;
/** The router's script that scrolls back to where the visitor was before. */
const SCROLLING = /<script>(?=\(\(storageKey)/;
const FILES = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/** Hands a page's scripts, their data and the files they need to `startLate`, which the page contains. */
export function withLateScripts(html: string): string {
  if (!html.includes(MODULE)) return html;
  const files = [...html.matchAll(FILES)].map(([, href]) => href);
  return html
    .replaceAll(FILES, '')
    .replace(MODULE, `<script type="${LATE}" data-files="${files.join(' ')}">`)
    .replace(SCROLLING, `<script type="${LATE}" data-again>`)
    .replaceAll(DATA, `<script type="${LATE}">`);
}

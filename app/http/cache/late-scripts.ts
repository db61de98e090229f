import { LATE } from '../../ui/late-start.ts';

const MODULE = '<script type="module" async="">';
/** What the router's scripts read: the browser would compile and run it before it paints anything. */
const DATA = /<script>(?=window\.__reactRouterContext)/g;
/** The router's own, which scrolls back to the place where somebody was before. */
const SCROLLING = /<script>(?=\(\(storageKey)/;
const FILES = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/** Leaves a page's scripts, what they read and the files that they need to `startLate`, which is in the page. */
export function withLateScripts(html: string): string {
  if (!html.includes(MODULE)) return html;
  const files = [...html.matchAll(FILES)].map(([, href]) => href);
  return html
    .replaceAll(FILES, '')
    .replace(MODULE, `<script type="${LATE}" data-files="${files.join(' ')}">`)
    .replace(SCROLLING, `<script type="${LATE}" data-again>`)
    .replaceAll(DATA, `<script type="${LATE}">`);
}

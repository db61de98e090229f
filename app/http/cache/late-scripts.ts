import { LATE } from '../../ui/late-start.ts';

const MODULE = '<script type="module" async="">';
/**
 * What the router's scripts read, and the script that scrolls back to a place, which the browser does itself when it loads
 * a page anew. The browser would run them before it paints anything; the latter waits for the browser's storage.
 */
const OTHERS = /<script>(?=window\.__reactRouterContext)|<script data-late="">/g;
const FILES = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/** Leaves a page's scripts, what they read and the files that they need to `startLate`, which is in the page. */
export function withLateScripts(html: string): string {
  if (!html.includes(MODULE)) return html;
  const files = [...html.matchAll(FILES)].map(([, href]) => href);
  return html
    .replaceAll(FILES, '')
    .replace(MODULE, `<script type="${LATE}" data-files="${files.join(' ')}">`)
    .replaceAll(OTHERS, `<script type="${LATE}">`);
}

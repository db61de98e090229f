import { LATE } from '../../ui/late-start.ts';

const MODULE = '<script type="module" async="">';
const FILES = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/** Leaves a page's module scripts, and the files that they need, to `startLate`, which stands in the page. */
export function withLateScripts(html: string): string {
  if (!html.includes(MODULE)) return html;
  const files = [...html.matchAll(FILES)].map(([, href]) => href);
  return html.replaceAll(FILES, '').replace(MODULE, `<script type="${LATE}" data-files="${files.join(' ')}">`);
}

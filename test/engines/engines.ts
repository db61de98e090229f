import { otherBrowserPaths } from '../../scripts/browser.mjs';
import { startFirefox } from './firefox.ts';
import type { Engine } from './tab.ts';
import { startWebKit } from './webkit.ts';

const { firefox, webkit } = otherBrowserPaths();

/** Those of this machine that Playwright does not play, by name. */
export const ENGINES: [name: string, start: () => Promise<Engine>][] = [
  ...(firefox ? [['Firefox', () => startFirefox(firefox)] satisfies [string, () => Promise<Engine>]] : []),
  ...(webkit ? [['WebKitGTK', () => startWebKit(webkit)] satisfies [string, () => Promise<Engine>]] : []),
];

/** What the sample names on hosts that no test reaches: that it fails is expected. */
export const OUTSIDE = /example\.(com|org|edu)|Could not resolve host|NS_ERROR_UNKNOWN_HOST/i;

export const chromiumFlags: string[];
export function chromiumPath(): string | undefined;
export function testBrowserPath(): string | undefined;
export function ensureChromium(): Promise<string | undefined>;
export function ensureTestBrowser(): Promise<string | undefined>;
export function otherBrowserPaths(): {
  firefox: string | undefined;
  webkit: { driver: string; browser: string; display: string } | undefined;
};
export function ensureOtherBrowsers(): Promise<string[]>;

import { chromium } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../scripts/browser.mjs';
import type { Figure, Row } from './figure.ts';
import { read } from './machine/ask.ts';
import { startSite } from './machine/site.ts';

/** A common phone: 390 px wide, three device pixels each. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true };

/** The picture that fills a phone's first screen: its bytes, that it is preloaded, and what stands there before it. */
export const hero: Figure = {
  name: 'hero',
  about: 'the hero image of /home on a phone of 390 px',
  async measure() {
    await using site = await startSite();
    const html = await read(`${site.url}/home`);
    const { bytes, address } = await shown(`${site.url}/home`);
    // One for a phone held upright, one for everything else.
    const preloads = html.match(/<link rel="preload" as="image"[^>]*>/g) ?? [];
    const placeholder = /data:image\/[a-z]+;base64,[\w+/=]{40,}/.exec(html)?.[0] ?? '';
    const rows: Row[] = [
      { what: `hero ${new URL(address).pathname}`, unit: 'KB', measured: bytes / 1000, goal: { atMost: 60 } },
      {
        what: 'hero preloaded',
        unit: '',
        measured: preloads.some((preload) => preload.includes(new URL(address).pathname)) ? 1 : 0,
        goal: { atLeast: 1 },
      },
      { what: 'hero placeholder in HTML', unit: 'bytes', measured: placeholder.length, goal: { atLeast: 40 } },
    ];
    return rows;
  },
};

/** The largest picture of the first screen, as it travels to a phone. */
async function shown(url: string): Promise<{ bytes: number; address: string }> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    const page = await browser.newPage(PHONE);
    const sizes = new Map<string, number>();
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'image') sizes.set(response.url(), (await response.body()).length);
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    const address = await page.evaluate(() => {
      const area = (image: HTMLImageElement) => image.clientWidth * image.clientHeight;
      const onScreen = [...document.images].filter((image) => image.getBoundingClientRect().top < window.innerHeight);
      return onScreen.toSorted((a, b) => area(b) - area(a))[0]?.currentSrc ?? '';
    });
    return { address, bytes: sizes.get(address) ?? Number.NaN };
  } finally {
    await browser.close();
  }
}

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** In the home page's bar, on the hero's picture: axe sees the paper below it; over-the-picture.spec.ts measures it. */
const OVER_A_PICTURE = /layout-club-mark_name/;

/** Fails with what axe finds on the page as it is now, best practices and the size of targets included. */
export async function expectNoAxeViolations(page: Page, where = page.url()): Promise<void> {
  await drawEverything(page);
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze();
  const isHome = new URL(page.url()).pathname === '/home';
  const found = violations
    .map(({ id, nodes }) => ({
      id,
      nodes: nodes.filter(({ html }) => !(isHome && id === 'color-contrast' && OVER_A_PICTURE.test(html))),
    }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 300)).join(' ')}`);
  expect(found, where).toEqual([]);
}

/** Parts far down are drawn when they are near (`content-visibility`): before, their boxes lie where they never will. */
function drawEverything(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *'))
      if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible';
  });
}

/** Fails where something is wider than the screen. */
export async function expectNoOverflow(page: Page, width: number, where = page.url()): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, `${where} at ${width} px`).toBeLessThanOrEqual(width);
}

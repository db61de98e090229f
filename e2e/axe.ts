import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Best practices, and the size of targets. */
export const AXE_OPTIONS = { rules: { 'target-size': { enabled: true } } };

interface Violation {
  /** The rule's name. */
  id: string;
  nodes: { html: string }[];
}

/** What of it counts on the page of this path, in words. */
export function whatAxeFound(violations: Violation[]): string[] {
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 300)).join(' ')}`);
}

/** Fails with what axe finds on the page as it is now. */
export async function expectNoAxeViolations(page: Page, where = page.url()): Promise<void> {
  await page.evaluate(drawEverything);
  const { violations } = await new AxeBuilder({ page }).options(AXE_OPTIONS).analyze();
  expect(whatAxeFound(violations), where).toEqual([]);
}

/**
 * In the page. Parts far down are drawn when they are near (`content-visibility`): before, their boxes lie where they never
 * will.
 */
export function drawEverything(): void {
  for (const element of document.querySelectorAll<HTMLElement>('main *'))
    if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible';
}

/** Fails where something is wider than the screen. */
export async function expectNoOverflow(page: Page, width: number, where = page.url()): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, `${where} at ${width} px`).toBeLessThanOrEqual(width);
}

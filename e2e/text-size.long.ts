import type { Page } from '@playwright/test';
import { ADMIN_SCREENS, ADMIN_STATES, EVENT_SCREENS, opener, showAt } from './admin-states.ts';
import { expectNoOverflow } from './axe.ts';
import { expect, test } from './club.ts';
import { INTRO_TO_GIT, MISSING, SCREENS } from './public-screens.ts';
import { signIn } from './signing-in.ts';

const PUBLIC = [...SCREENS.filter((path) => path !== MISSING), INTRO_TO_GIT];
const WIDTHS = [390, 320];

async function enlargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}

async function expectToFit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await enlargeText(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page, width, new URL(url).pathname);
  }
}

/** What of the open dialog, or of the page where there is none, sticks out of the window or is cut off at its side. */
function partsBeyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body;
    const scrollsSideways = (element: Element | null): boolean =>
      element !== null &&
      element !== root &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrollsSideways(element.parentElement));
    const edge = root.getBoundingClientRect().right;
    const name = (element: Element) => `${element.tagName} ${element.textContent.trim().slice(0, 40)}`;
    const beyond = [...root.querySelectorAll('*')].filter((element) => {
      const { right, left, width } = element.getBoundingClientRect();
      return width > 1 && (right > edge + 1 || left < -1) && !scrollsSideways(element.parentElement);
    });
    const cut = [...root.querySelectorAll('button, a, label, legend, h2, h3, summary')].filter(
      (element) =>
        element.checkVisibility() &&
        element.scrollWidth > element.clientWidth + 1 &&
        /hidden|clip/.test(getComputedStyle(element).overflowX) &&
        element.clientWidth > 1,
    );
    const wide = document.documentElement.scrollWidth - innerWidth;
    return [...beyond, ...cut].map(name).concat(wide > 0 ? [`the page is ${wide} px too wide`] : []);
  });
}

// One sign-in and one club for all there is to see.
test.describe.configure({ timeout: 1_800_000 });

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('with text of twice the size no public screen is wider than a phone', async ({ page, club }) => {
  for (const path of PUBLIC) await expectToFit(page, club.url + path);
});

test('with text of twice the size no screen of the admin area is wider than a phone', async ({ page, club }) => {
  await signIn(page, club, 'admin@localhost');
  for (const path of [...ADMIN_SCREENS, ...EVENT_SCREENS]) await expectToFit(page, club.url + path);
});

test('with text of twice the size no dialog or state of the admin area is wider than a narrow phone', async ({
  page,
  club,
  complaints,
}) => {
  await signIn(page, club, 'admin@localhost');
  const open = opener(page, club);
  const found: string[] = [];
  for (const [what, show] of Object.entries(ADMIN_STATES)) {
    await showAt(page, 320, show, open);
    await enlargeText(page);
    found.push(...(await partsBeyond(page)).map((part) => `${what}: ${part}`));
  }
  // The browser itself reports what was refused.
  complaints.length = 0;
  expect(found).toEqual([]);
});

test('with text of twice the size names stay whole, and the bar leaves the page its room', async ({ page, club }) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto(`${club.url}/team`);
  await enlargeText(page);
  const bar = await page.getByRole('banner').boundingBox();
  expect(bar?.height).toBeLessThan(640 / 6);
  const broken = await page.getByRole('heading').evaluateAll((headings) =>
    headings.flatMap((heading) => {
      const text = heading.querySelector('button')?.firstChild ?? heading.firstChild;
      if (!(text instanceof Text)) return [];
      return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
      });
    }),
  );
  expect(broken.filter((word) => !word.includes('-'))).toEqual([]);
});

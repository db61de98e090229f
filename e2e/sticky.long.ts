import type { Page } from '@playwright/test';
import { GAME_NIGHT } from './admin-states.ts';
import { drawEverything } from './axe.ts';
import { expect, test } from './club.ts';
import { INTRO_TO_GIT } from './public-screens.ts';
import { signIn } from './signing-in.ts';

/** A low window, two laptops and a small phone. */
const SIZES = [
  [1280, 640],
  [1280, 800],
  [1366, 768],
  [390, 560],
] as const;

const TEXT = ['100%', '200%'];

/** With a poster in portrait, whose actions stand below it. */
const WITH_POSTER = '/events/-OgaqyxQHPVkKhOcSye7';

/**
 * In the page: scrolls it from end to end and tells what is wrong with the parts that stay on the screen meanwhile. One that
 * can be read lies over nothing that shows through, and together they leave the page half of the screen.
 */
async function walk(): Promise<string[]> {
  const found = new Set<string>();
  const name = (element: Element) =>
    `${element.tagName} ${element.className} ‘${(element.textContent ?? '').trim().slice(0, 30)}’`;
  /** Its own ground, or that of what lies below its words. */
  const isOpaque = (element: Element) =>
    [undefined, '::before'].some((pseudo) => {
      const { backgroundColor, content, opacity } = getComputedStyle(element, pseudo);
      const isClear = /(,|\/) 0(\.\d+)?\)$/.test(backgroundColor);
      return content !== 'none' && opacity === '1' && !isClear;
    });
  const isSeen = ({ width, height, top, bottom }: DOMRect) =>
    width > 1 && height > 1 && bottom > 0 && top < innerHeight;
  const saysSomething = (element: Element) =>
    element.matches('img, video, input, textarea, select') ||
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  const parts = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) =>
      /sticky|fixed/.test(getComputedStyle(element).position) &&
      element.checkVisibility() &&
      getComputedStyle(element).pointerEvents !== 'none',
  );

  /** What lies over or shows through a word or a button of a part. */
  const readThrough = (part: HTMLElement, leaf: Element) => {
    const { left, top, width, height } = leaf.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return;
    // The home page's bar lies on the picture, whose gradient keeps it readable (over-the-picture.long.ts).
    if (scrollY < 30 && part.matches('[data-home]')) return;
    const layers = document.elementsFromPoint(x, y);
    // It is scrolled out of sight inside the part.
    if (!layers.some((here) => part.contains(here))) return;
    let isBelow = false;
    for (const here of layers) {
      if (part.contains(here)) isBelow = true;
      else if (saysSomething(here) && !here.contains(leaf)) {
        // What slides out of sight below another part has a ground above it.
        if (isBelow || !isOpaque(parts.find((other) => other.contains(here)) ?? here))
          found.add(`${name(leaf)} and ${name(here)} lie on each other`);
      }
      if (isOpaque(here)) return;
    }
  };

  /** Not in its own place in the page, but at the edge at which it stays. */
  const isHeld = (part: Element) => {
    const { position, top, bottom } = getComputedStyle(part);
    const box = part.getBoundingClientRect();
    const isNear = (one: number, other: string) => Math.abs(one - Number.parseFloat(other)) < 2;
    return position === 'fixed' || isNear(box.top, top) || isNear(innerHeight - box.bottom, bottom);
  };

  /** How much of the screen's height the parts take that are held just now. */
  const room = () => {
    const taken = parts.flatMap((part) => {
      const box = part.getBoundingClientRect();
      return isSeen(box) && box.width > innerWidth / 2 && isHeld(part) ? [box] : [];
    });
    let rows = 0;
    for (let y = 0; y < innerHeight; y++) if (taken.some(({ top, bottom }) => top <= y && y < bottom)) rows++;
    return rows / innerHeight;
  };

  const last = document.documentElement.scrollHeight - innerHeight;
  for (let at = 0; ; at = Math.min(last, at + Math.max(innerHeight / 2, last / 12))) {
    scrollTo({ top: at, behavior: 'instant' });
    // The home page's bar follows by script.
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    for (const part of parts)
      if (isSeen(part.getBoundingClientRect()))
        for (const leaf of part.querySelectorAll('*'))
          if (leaf.checkVisibility() && saysSomething(leaf) && isSeen(leaf.getBoundingClientRect()))
            readThrough(part, leaf);
    if (room() > 0.5)
      found.add(`${Math.round(room() * 100)} % of the screen: ${parts.filter(isHeld).map(name).join(', ')}`);
    if (at >= last) break;
  }
  return [...found];
}

/** Walks the page as it is at every size; what is wrong, with where. */
async function walkAll(page: Page, where: string): Promise<string[]> {
  await page.evaluate(drawEverything);
  const found: string[] = [];
  for (const [width, height] of SIZES)
    for (const text of TEXT) {
      await page.setViewportSize({ width, height });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, text);
      found.push(...(await page.evaluate(walk)).map((what) => `${where} at ${width}×${height}, ${text}: ${what}`));
    }
  return found;
}

test.describe.configure({ timeout: 240_000 });

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('what stays on the screen of a public page lies on nothing', async ({ page, club }) => {
  const found: string[] = [];
  for (const path of ['/home', '/team', '/events', WITH_POSTER, INTRO_TO_GIT, '/guide', '/links', '/membership']) {
    await page.goto(club.url + path);
    await page.waitForLoadState('networkidle');
    found.push(...(await walkAll(page, path)));
  }
  expect(found).toEqual([]);
});

test('nor does it for somebody who has signed up', async ({ page, club }) => {
  await page.goto(club.url);
  await page.evaluate(
    ([key, until]) => {
      const own = { link: '/sign-ups/none', isWaiting: false, until };
      localStorage.setItem('clubroom.sign-ups', JSON.stringify({ [String(key)]: own }));
    },
    [WITH_POSTER.slice('/events/'.length), Date.now() + 86_400_000] as const,
  );
  const found: string[] = [];
  for (const path of [WITH_POSTER, '/home']) {
    await page.goto(club.url + path);
    await page.waitForLoadState('networkidle');
    found.push(...(await walkAll(page, path)));
  }
  expect(found).toEqual([]);
});

test('what stays on the screen of the admin area lies on nothing', async ({ page, club }) => {
  await signIn(page, club, 'admin@localhost');
  const found: string[] = [];
  const screens: Record<string, (() => Promise<void>) | undefined> = {
    '/admin/home': undefined,
    '/admin/execs': () => page.getByLabel('Select all: Current Executives').check(),
    '/admin/events': () => page.getByLabel('Select Game Night').check(),
    '/admin/members': undefined,
    '/admin/texts': undefined,
    '/admin/handover': undefined,
    [`/admin/events/${GAME_NIGHT}`]: undefined,
    [`/admin/events/${GAME_NIGHT}/door`]: undefined,
  };
  for (const [path, prepare] of Object.entries(screens)) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(club.url + path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await prepare?.();
    found.push(...(await walkAll(page, path)));
  }
  expect(found).toEqual([]);
});

import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { contrast } from '../app/colour.ts';
import { expect, test } from './club.ts';

/** What lies on the hero's picture without a ground of its own: the club's name and the links of the bar, name, tagline, what is next. */
const ON_PICTURE =
  'header nav a span:not(.visually-hidden, [aria-hidden]), header nav a[class*=item], main h1, main h1 + p, main h1 ~ p :is(a, bdi)';

interface Line {
  text: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Puts the lightest of pictures behind the gradients and gives back the lines on it, which are made invisible. */
function bare(page: Page): Promise<Line[]> {
  return page.evaluate((selector) => {
    const slides = document.querySelector('main > section > div');
    if (slides instanceof HTMLElement) slides.style.background = 'white';
    slides?.replaceChildren();
    return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const lines = element.childElementCount > 0 || !element.checkVisibility() ? [] : [...range.getClientRects()];
      element.style.setProperty('-webkit-text-fill-color', 'transparent');
      return lines.map(({ left, top, width, height }) => ({ text: element.innerText, left, top, width, height }));
    });
  }, ON_PICTURE);
}

/** The least contrast of white text with any pixel of a box of the screen. */
async function leastContrast(screen: Buffer, { left, top, width, height }: Line): Promise<number> {
  const [from, above] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))];
  const box = {
    left: from,
    top: above,
    width: Math.max(1, Math.floor(width)),
    height: Math.max(1, Math.floor(height)),
  };
  const pixels = await sharp(screen).extract(box).removeAlpha().raw().toBuffer();
  let least = 21;
  for (let at = 0; at < pixels.length; at += 3)
    least = Math.min(least, contrast('#ffffff', `#${pixels.subarray(at, at + 3).toString('hex')}`));
  return least;
}

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const) {
  test(`text keeps 4.5:1 over the lightest picture at ${width} px`, async ({ page, club }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.goto(`${club.url}/home`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(255, 255, 255)');
    // Alive: nothing that is taken away here comes back.
    await expect(page.locator('body > header')).toHaveAttribute('style', /--bar-opacity/);
    // Where the next event's line is long, a small phone's first screen ends before it does.
    const lines = (await bare(page)).filter((line) => line.top + line.height <= height);
    expect(lines.length).toBeGreaterThan(3);
    const screen = await page.screenshot();
    const poor: string[] = [];
    for (const line of lines) {
      const least = await leastContrast(screen, line);
      if (least < 4.5) poor.push(`${line.text} at ${Math.round(line.top)} px: ${least.toFixed(2)}`);
    }
    expect(poor).toEqual([]);
  });
}

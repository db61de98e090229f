import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startSite, type RunningSite } from '../../bench/machine/site.ts';
import { chromiumFlags, chromiumPath } from '../../scripts/browser.mjs';

/** One window of a picture: an address, and how it is looked at. */
interface View {
  path: string;
  device: 'desktop' | 'phone';
  theme: 'light' | 'dark';
  isAdmin?: boolean;
  /** What is done before the picture is taken. */
  act?: (page: Page) => Promise<unknown>;
}

const SIZES = { desktop: { width: 1280, height: 860 }, phone: { width: 396, height: 860 } };
/** Pictures are taken at two pixels to each and kept at this share of that. */
const KEPT = 0.42;
const GAP = 16;

/** Of the sample club: an event with a waitlist. */
const LIMITED = '/events/-OgEjY_zOsyOQGg5aiIE';

const PICTURES: Record<string, View[]> = {
  home: [
    { path: '/home', device: 'desktop', theme: 'light' },
    { path: '/events', device: 'phone', theme: 'dark' },
  ],
  event: [
    { path: LIMITED, device: 'desktop', theme: 'dark' },
    { path: `${LIMITED}#sign-up`, device: 'phone', theme: 'light' },
  ],
  publish: [
    { path: '/screen', device: 'desktop', theme: 'dark' },
    {
      path: `/admin${LIMITED}/announce`,
      device: 'phone',
      theme: 'light',
      isAdmin: true,
      act: async (page) => {
        for (const picture of await page.getByRole('main').getByRole('img').all()) {
          await picture.scrollIntoViewIfNeeded();
          await picture.evaluate((image: HTMLImageElement) => image.decode());
        }
        await page.evaluate(() => scrollTo(0, 0));
      },
    },
  ],
  reading: [
    { path: '/guide', device: 'desktop', theme: 'light' },
    { path: '/team', device: 'phone', theme: 'light' },
  ],
  admin: [
    {
      path: '/admin/events',
      device: 'desktop',
      theme: 'light',
      isAdmin: true,
      act: (page) => page.getByRole('button', { name: 'Create a new event' }).click(),
    },
    { path: '/admin/events/-Ofz9T4KdK2vYI12T1Qk/door', device: 'phone', theme: 'dark', isAdmin: true },
  ],
};

const folder = import.meta.dirname;
await mkdir(folder, { recursive: true });
await using site = await startSite();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
const cookies = await signIn();
for (const [name, views] of Object.entries(PICTURES)) {
  const taken = [];
  for (const view of views) taken.push(await take(browser, site, view));
  await writeFile(join(folder, `${name}.webp`), await beside(taken));
  console.log(`docs/pictures/${name}.webp`);
}
await browser.close();

/** The cookies of the sample's admin, who signs in as people do. */
async function signIn() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site.url}/auth/start`);
  await page.getByLabel('Email').fill('admin@localhost');
  await page.getByLabel('Password').fill((await readFile(join(site.dataDir, 'local-password'), 'utf8')).trim());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/admin\/home$/);
  const found = await context.cookies();
  await context.close();
  return found;
}

async function take(inside: Browser, { url }: RunningSite, view: View): Promise<Buffer> {
  const context = await inside.newContext({
    viewport: SIZES[view.device],
    deviceScaleFactor: 2,
    colorScheme: view.theme,
    reducedMotion: 'reduce',
  });
  if (view.isAdmin) await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(url + view.path, { waitUntil: 'networkidle' });
  await view.act?.(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const picture = await page.screenshot({ animations: 'disabled' });
  await context.close();
  return picture;
}

/** The windows of a picture in one row, on nothing, so that they fit a light and a dark page alike. */
async function beside(pictures: Buffer[]): Promise<Buffer> {
  const windows = await Promise.all(
    pictures.map(async (picture) => {
      const { width, height } = await sharp(picture).metadata();
      const kept = { width: Math.round(width * KEPT), height: Math.round(height * KEPT) };
      const corners = `<svg width="${kept.width}" height="${kept.height}"><rect width="100%" height="100%" rx="8"/></svg>`;
      const cut = sharp(picture)
        .resize(kept.width, kept.height)
        .composite([{ input: Buffer.from(corners), blend: 'dest-in' }]);
      return { ...kept, input: await cut.png().toBuffer() };
    }),
  );
  const width = windows.reduce((sum, window) => sum + window.width + GAP, -GAP);
  const height = Math.max(...windows.map((window) => window.height));
  let left = 0;
  const placed = windows.map((window) => {
    const at = { input: window.input, left, top: 0 };
    left += window.width + GAP;
    return at;
  });
  return sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite(placed)
    .webp({ quality: 72, effort: 6 })
    .toBuffer();
}

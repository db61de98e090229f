import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { clubYear } from '../../app/time/club-year.ts';
import { siteEnvironment, startSite, type RunningSite } from '../../bench/machine/site.ts';
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
/** One whose form thinks. */
const THINKING = '/events/-Og3_FzbKm8ab0ftOR13';
/** One with a door. */
const DOOR = '/admin/events/-Ofz9T4KdK2vYI12T1Qk/door';

/** One that costs something. */
const PRICED = '/events/-Oh1bPlaNetTripDayOut0';
const MONTH = '/events?view=month';

const PICTURES: Record<string, View[]> = {
  home: [
    { path: '/home', device: 'desktop', theme: 'light' },
    { path: '/events', device: 'phone', theme: 'dark' },
  ],
  event: [
    { path: LIMITED, device: 'desktop', theme: 'dark' },
    { path: `${LIMITED}#sign-up`, device: 'phone', theme: 'light' },
  ],
  month: [
    { path: MONTH, device: 'desktop', theme: 'light', act: showNextMonth },
    { path: MONTH, device: 'phone', theme: 'dark', act: showNextMonth },
  ],
  publish: [
    { path: '/screen', device: 'desktop', theme: 'dark' },
    {
      path: `/admin${LIMITED}/announce`,
      device: 'phone',
      theme: 'light',
      isAdmin: true,
      act: loadPictures,
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
    { path: DOOR, device: 'phone', theme: 'dark', isAdmin: true },
  ],
  'officers-week': [
    { path: '/admin/home', device: 'desktop', theme: 'light', isAdmin: true },
    { path: `/admin${LIMITED}`, device: 'phone', theme: 'light', isAdmin: true },
  ],
  'officers-forms': [
    {
      path: `/admin${THINKING}#edit/${THINKING.slice('/events/'.length)}`,
      device: 'desktop',
      theme: 'light',
      isAdmin: true,
      act: (page) =>
        page
          .getByText('Only asked if')
          .first()
          .evaluate((sentence) => sentence.scrollIntoView({ block: 'center' })),
    },
    {
      path: THINKING,
      device: 'phone',
      theme: 'light',
      act: async (page) => {
        await page.getByLabel('I need to borrow a laptop').check();
        await page
          .getByText('Which shift can you help with?')
          .evaluate((label) => label.scrollIntoView({ block: 'center' }));
      },
    },
  ],
  'officers-door': [
    { path: `/admin${THINKING}#responses-heading`, device: 'desktop', theme: 'light', isAdmin: true },
    {
      path: DOOR,
      device: 'phone',
      theme: 'light',
      isAdmin: true,
      act: async (page) => {
        for (const at of [0, 1, 2])
          await page
            .getByRole('button', { name: /^Check in / })
            .nth(at)
            .click();
      },
    },
  ],
  'officers-members': [
    { path: '/admin/members', device: 'desktop', theme: 'light', isAdmin: true },
    {
      path: '/admin/members',
      device: 'phone',
      theme: 'light',
      isAdmin: true,
      act: async (page) => {
        await page.getByRole('button', { name: 'Actions for Mireille Tran' }).click();
        await page.getByRole('menuitem', { name: 'Mark as paid' }).click();
        await page.getByRole('dialog', { name: 'Mark as paid' }).getByLabel('Until').waitFor();
      },
    },
  ],
  'officers-price': [
    { path: `/admin${PRICED}/payments`, device: 'desktop', theme: 'light', isAdmin: true },
    { path: PRICED, device: 'phone', theme: 'light' },
  ],
  'officers-digest': [
    {
      path: '/admin/digest',
      device: 'desktop',
      theme: 'light',
      isAdmin: true,
      act: (page) =>
        page
          .getByRole('heading', { name: 'Preview' })
          .evaluate((heading) => heading.scrollIntoView({ block: 'center' })),
    },
    { path: '/subscribe', device: 'phone', theme: 'dark' },
  ],
  'officers-year': [{ path: '/admin/year', device: 'desktop', theme: 'light', isAdmin: true }],
};

const folder = import.meta.dirname;
await mkdir(folder, { recursive: true });
await using site = await startSite();
await importMembers(site);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
const cookies = await signIn();
/** `npm run pictures -- reading` takes that one alone. */
const wanted = process.argv.slice(2);
for (const [name, views] of Object.entries(PICTURES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const taken = [];
  for (const view of views) taken.push(await take(browser, site, view));
  await writeFile(join(folder, `${name}.webp`), await beside(taken));
  console.log(`docs/pictures/${name}.webp`);
}
await browser.close();

/** The sample club has none: their days are those of the year in which the pictures are taken. */
async function importMembers({ dataDir }: RunningSite): Promise<void> {
  const until = `${clubYear(Date.now(), { timeZone: 'America/Toronto', yearStartsIn: undefined }) + 1}-08-31`;
  const lastYear = `${Number(until.slice(0, 4)) - 1}-08-31`;
  const people: [name: string, until?: string][] = [
    ['Aaliyah Thornbury', until],
    ['Dmitri Halloran', until],
    ['Fatou Lindahl', lastYear],
    ['Giulia Paternoster', until],
    ['Mireille Tran'],
    ['Rosa Eriksen-Cole', until],
    ['Teodora Maki'],
    ['Zoltan Abernathy', lastYear],
  ];
  const member = Object.fromEntries(
    people.map(([name, paidUntil], at) => {
      const email = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.edu`;
      const on = `${Number(paidUntil?.slice(0, 4)) - 1}-09-08`;
      const payments = paidUntil ? [{ on, until: paidUntil, how: 'cash', note: '' }] : [];
      return [
        `member${at}`,
        { name, email, studentId: String(100_871 + 37 * at), note: '', since: lastYear, payments },
      ];
    }),
  );
  const file = join(dataDir, 'members.json');
  await writeFile(file, JSON.stringify({ member }));
  await promisify(execFile)(process.execPath, ['cli/club.ts', 'import', file], { env: siteEnvironment(dataDir, 0) });
}

/** At the end of this one there may be nothing left. */
async function showNextMonth(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Later' }).click();
  await page.waitForURL(/month=/);
  await page
    .getByRole('heading', { level: 2 })
    .first()
    .evaluate((heading) => heading.scrollIntoView());
}

async function loadPictures(page: Page): Promise<void> {
  for (const picture of await page.getByRole('main').getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await picture.evaluate((image: HTMLImageElement) => image.decode());
  }
  await page.evaluate(() => scrollTo(0, 0));
}

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
  // A page does without fonts that come after its first paint: the second time they are there.
  await page.reload({ waitUntil: 'networkidle' });
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

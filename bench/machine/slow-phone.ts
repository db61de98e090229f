import { setTimeout as after } from 'node:timers/promises';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../../scripts/browser.mjs';

/** As Lighthouse sees a phone. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1000 * 1000) / 8,
  uploadThroughput: (750 * 1000) / 8,
};
const PROCESSOR_SLOWER = 4;
/** From the load event on, until what is loaded when idle has been. */
const QUIET_MS = 1500;
/** Between opening a menu and pressing what was looked for in it. */
const LOOKING_MS = 700;

/** Milliseconds since the visit began, but for `shift`. */
export interface Visit {
  firstPaint: number;
  firstContentful: number;
  largest: number;
  /** What tasks took beyond 50 ms, from the first contentful paint on. */
  blocking: number;
  /** The longest task from the first script on. */
  hydration: number;
  shift: number;
  files: { name: string; asked: number; arrived: number; bytes: number }[];
}

/** Opens `url` in a browser of its own, with nothing kept from before. */
export function visit(url: string): Promise<Visit> {
  return onPhone(async (page) => {
    await page.goto(url, { waitUntil: 'load' });
    await after(QUIET_MS);
    return page.evaluate(readVisit);
  });
}

/** Opens `url`, then another page by the phone's menu: milliseconds from the press to the frame that shows it. */
export function secondPage(url: string, label: string): Promise<number> {
  return onPhone(async (page) => {
    await page.goto(url, { waitUntil: 'load' });
    await after(QUIET_MS);
    await page.getByRole('button', { name: 'Menu' }).tap();
    const link = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: label, exact: true });
    await link.waitFor();
    await after(LOOKING_MS);
    const shown = page.evaluate(watchNextPage);
    await link.tap();
    return shown;
  });
}

async function onPhone<Result>(look: (page: Page) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    const context = await browser.newContext(PHONE);
    return await look(await slowPage(context));
  } finally {
    await browser.close();
  }
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWER });
  return page;
}

/** Runs in the page, and reads nothing but what the browser noted. */
async function readVisit(): Promise<Visit> {
  const noted = (type: string) =>
    new Promise<PerformanceEntry[]>((done) => {
      const entries: PerformanceEntry[] = [];
      const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
      observer.observe({ type, buffered: true });
      setTimeout(() => done(entries), 100);
    });
  const [paints, largest, shifts, tasks] = await Promise.all(
    ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask'].map(noted),
  );
  const paint = (name: string) => paints?.find((entry) => entry.name === name)?.startTime ?? NaN;
  const firstContentful = paint('first-contentful-paint');
  const resources = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming);
  const [document] = performance.getEntriesByType('navigation');
  const files = [...(document instanceof PerformanceResourceTiming ? [document] : []), ...resources].map((file) => ({
    name: new URL(file.name).pathname,
    asked: file.startTime,
    arrived: file.responseEnd,
    bytes: file.transferSize,
  }));
  const scripts = Math.min(...files.filter(({ name }) => name.endsWith('.js')).map(({ asked }) => asked));
  const long = (tasks ?? []).filter(({ startTime, duration }) => startTime + duration > firstContentful);
  return {
    firstPaint: paint('first-paint'),
    firstContentful,
    largest: largest?.at(-1)?.startTime ?? NaN,
    blocking: long.reduce((sum, { duration }) => sum + duration - 50, 0),
    hydration: Math.max(0, ...long.filter(({ startTime }) => startTime >= scripts).map(({ duration }) => duration)),
    shift: (shifts ?? []).reduce((sum, shift) => sum + ('value' in shift ? Number(shift.value) : 0), 0),
    files,
  };
}

/** Runs in the page: from the press on, until a frame with another heading has been drawn. */
function watchNextPage(): Promise<number> {
  const heading = () => document.querySelector('main h1')?.textContent;
  const before = heading();
  let pressed = 0;
  addEventListener('pointerdown', ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true });
  return new Promise((done) => {
    const look = () => {
      if (heading() === before) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - pressed)));
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

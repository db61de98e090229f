import { setTimeout as after } from 'node:timers/promises';
import puppeteer, { type CDPSession } from 'puppeteer-core';
import { chromiumFlags, chromiumPath } from '../../scripts/browser.mjs';

/** As Lighthouse sees a phone. */
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true };
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1000 * 1000) / 8,
  uploadThroughput: (750 * 1000) / 8,
};
const PROCESSOR_SLOWER = 4;
/** From the load event on: somebody looks at the page before they go on. */
const QUIET_MS = 2000;
/** Between opening a menu and pressing what was looked for in it. */
const LOOKING_MS = 700;
/** From that press on, until the next page has been there for some time. */
const NEXT_PAGE_MS = 2000;

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
  return onPhone(async (phone) => {
    await open(phone, url);
    return run(phone, readVisit);
  });
}

/** Opens `url`, then another page by the phone's menu: milliseconds from the press to the frame that shows it. */
export function secondPage(url: string, label: string): Promise<number> {
  return onPhone(async (phone) => {
    await open(phone, url);
    await tap(phone, '[popovertarget=menu]');
    await after(LOOKING_MS);
    await run(phone, watchNextPage);
    await tap(phone, `#menu a[href="/${label.toLowerCase()}"]`);
    await after(NEXT_PAGE_MS);
    return run(phone, readNextPage);
  });
}

/**
 * A browser whose page is throttled and otherwise left alone. Playwright, and Puppeteer's own pages, have the engine note
 * more of each script than it does for a visitor, which doubles the time that scripts take to begin.
 */
async function onPhone<Result>(look: (phone: CDPSession) => Promise<Result>): Promise<Result> {
  const browser = await puppeteer.launch({
    executablePath: chromiumPath(),
    args: chromiumFlags,
    waitForInitialPage: false,
  });
  try {
    const target = await browser.waitForTarget((one) => one.type() === 'page');
    const phone = await target.createCDPSession();
    await phone.send('Emulation.setDeviceMetricsOverride', PHONE);
    await phone.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await phone.send('Network.enable');
    await phone.send('Network.emulateNetworkConditions', LINE);
    await phone.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWER });
    await phone.send('Page.enable');
    return await look(phone);
  } finally {
    await browser.close();
  }
}

async function open(phone: CDPSession, url: string): Promise<void> {
  const loaded = new Promise((done) => phone.once('Page.loadEventFired', done));
  await phone.send('Page.navigate', { url });
  await loaded;
  await after(QUIET_MS);
}

async function tap(phone: CDPSession, selector: string): Promise<void> {
  const { x, y, width, height } = await run(phone, rectOf, selector);
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await phone.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await phone.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Runs `work` in the page. @throws Error with what it threw there. */
async function run<Given extends string[], Result>(
  phone: CDPSession,
  work: (...given: Given) => Result,
  ...given: Given
): Promise<Awaited<Result>> {
  const expression = `(${work.toString()})(...${JSON.stringify(given)})`;
  const answer = await phone.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description);
  return answer.result.value;
}

/** Runs in the page. */
function rectOf(selector: string): { x: number; y: number; width: number; height: number } {
  const rect = document.querySelector(selector)?.getBoundingClientRect();
  if (!rect || rect.width === 0) throw new Error(`Nothing to tap: ${selector}`);
  return rect.toJSON();
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

/** Runs in the page: notes when a link is pressed, and when a frame with another heading has been drawn. */
function watchNextPage(): void {
  const heading = () => document.querySelector('main h1')?.textContent;
  const before = heading();
  const note = (name: string, at: number) => sessionStorage.setItem(name, String(performance.timeOrigin + at));
  const pressed = ({ timeStamp }: Event) => note('pressed', timeStamp);
  addEventListener('pointerdown', pressed, { capture: true, once: true });
  const look = () => {
    if (heading() === before) return;
    observer.disconnect();
    // Before anything else that waits for its turn behind the frame.
    requestAnimationFrame(() => {
      scheduler.postTask(() => note('shown', performance.now()), { priority: 'user-blocking' }).catch(reportError);
    });
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
}

/** Runs in the next page, which may be another document: that is shown with its first contentful paint. */
function readNextPage(): number {
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN;
  const shown = sessionStorage.getItem('shown') ?? performance.timeOrigin + painted;
  return Number(shown) - Number(sessionStorage.getItem('pressed'));
}

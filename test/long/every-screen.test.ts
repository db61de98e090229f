import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../app/db/open-database.server.ts';
import { newCardLink } from '../../app/domain/members/card-links.ts';
import { makeDoorLink } from '../../app/domain/sign-ups/door/links.ts';
import { newLink } from '../../app/domain/sign-ups/links.ts';
import { DAY_MS, HOUR_MS } from '../../app/time/durations.ts';
import { ADMIN_SCREENS, EVENT_SCREENS } from '../../e2e/admin-states.ts';
import { AXE_OPTIONS, drawEverything, whatAxeFound } from '../../e2e/axe.ts';
import { INTRO_TO_GIT, MISSING, OPTIONAL, SCREENS, withAllPages } from '../../e2e/public-screens.ts';
import { admin } from '../actors.ts';
import { ENGINES, OUTSIDE } from '../engines/engines.ts';
import { openForTests } from '../engines/open-for-tests.ts';
import type { Engine } from '../engines/tab.ts';
import { POLLING, type Visitor } from '../engines/visitor.ts';
import { startProcess, type SiteProcess } from '../process.ts';
import { load } from '../transfers.ts';

/** As scripts/accessibility.mjs says. */
const WIDTHS = [320, 390, 1280];
/** Screens whose addresses are made here. */
const BY_LINK = ['a draw', 'a sign-up', 'whether one still comes', 'a card', 'a helper at the door'] as const;
const OF_ERRORS = /went wrong|cannot be loaded|no such page|are offline/;

const own = createRequire(import.meta.url);
const axeSource = readFile(createRequire(own.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8');

/** In the page. */
declare const axe: {
  run: (context: Document, options: object) => Promise<{ violations: Parameters<typeof whatAxeFound>[0] }>;
};

let folder: string;
let site: SiteProcess;
let made: Record<(typeof BY_LINK)[number], string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-screens-'));
  site = await startProcess({ DATA_DIR: join(folder, 'data'), ...withAllPages() });
  made = await makeLinks();
});

afterAll(async () => {
  site.process.kill('SIGTERM');
  await site.ended;
  await rm(folder, { recursive: true, force: true });
});

async function makeLinks(): Promise<typeof made> {
  const db = await openDatabase({ dataDir: join(folder, 'data') });
  const start = Date.now() + DAY_MS;
  const person = { name: 'Ana', email: 'ana@example.edu', $email: 'ana@example.edu', $state: 'going', $since: 1 };
  await load(db, {
    event: {
      jam: { title: 'Jam', formId: 'jamform', datetime: { timeStartTimestamp: start } },
      raffle: { title: 'Raffle', formId: 'raffleform', datetime: { timeStartTimestamp: start } },
    },
    form: {
      jamform: { asksPerson: true, places: 2 },
      raffleform: { asksPerson: true, places: 2, draw: true, closes: start - HOUR_MS },
    },
    entry: { jamform: { ana: { ...person, $askedFor: start } } },
    member: {
      zoe: {
        name: 'Zoe',
        email: 'zoe@example.edu',
        since: '2026-09-01',
        payments: [{ on: '2026-09-01', until: '2999-08-31', how: 'cash', note: '' }],
      },
    },
  });
  const [signUp, card] = await db.write(async (tx) => [
    await newLink(tx, 'jamform', 'ana'),
    await newCardLink(tx, 'zoe'),
  ]);
  const door = await makeDoorLink(db, admin, 'jam');
  await db.close();
  return {
    'a draw': '/events/raffle/draw',
    'a sign-up': `/sign-ups/${signUp}`,
    'whether one still comes': `/still-coming/${signUp}`,
    'a card': `/members/${card}`,
    'a helper at the door': `/door/${door}`,
  };
}

describe.each(ENGINES)('in Debian’s %s', { timeout: 300_000 }, (_, start) => {
  let engine: Engine;
  let visitor: Visitor;
  openForTests(start, (opened) => ({ engine, visitor } = opened));

  async function faultsOn(path: string): Promise<string[]> {
    await engine.complaints();
    // A phone opens it as wide as it is: WebKitGTK at times keeps the rules of the width that a page was opened with.
    await engine.tab.resize(Math.min(...WIDTHS), 844);
    await engine.tab.open(site.url + path);
    await visitor.isAlive();
    await visitor.isWhole();
    const { at, heading } = await visitor.run(whereabouts);
    const faults = at === path && !OF_ERRORS.test(heading) ? [] : [`‘${heading}’ at ${at}`];
    await visitor.run(drawEverything);
    await engine.tab.evaluate(`(() => { ${await axeSource} })()`);
    for (const width of WIDTHS) {
      await engine.tab.resize(width, 844);
      await vi.waitUntil(async () => (await visitor.run(() => innerWidth)) === width, POLLING);
      for (const text of ['200%', '100%'])
        faults.push(...(await visitor.run(faultsAt, text)).map((fault) => `at ${width} px, text ${text}: ${fault}`));
      for (const theme of ['light', 'dark']) {
        const found = whatAxeFound(await visitor.run(violationsIn, theme, AXE_OPTIONS));
        faults.push(...found.map((fault) => `at ${width} px, ${theme}: ${fault}`));
      }
    }
    const isExpected = (said: string) => OUTSIDE.test(said) || (path === MISSING && said.includes('404'));
    return [...faults, ...(await engine.complaints()).filter((said) => !isExpected(said))];
  }

  test.each([...SCREENS, INTRO_TO_GIT, ...OPTIONAL])(
    '%s: nothing wider than the screen, nothing for axe',
    async (path) => {
      expect(await faultsOn(path)).toEqual([]);
    },
  );

  test.each(BY_LINK)('%s: nothing wider than the screen, nothing for axe', async (screen) => {
    expect(await faultsOn(made[screen])).toEqual([]);
  });

  describe('signed in', () => {
    beforeAll(async () => {
      await engine.tab.open(`${site.url}/auth/start`);
      await visitor.fill('Email', 'admin@localhost');
      await visitor.fill('Password', (await readFile(join(folder, 'data/local-password'), 'utf8')).trim());
      await visitor.press('button', 'Sign in');
      await visitor.arrives(/^\/admin\/home/);
    });

    test.each([...ADMIN_SCREENS, ...EVENT_SCREENS])(
      '%s: nothing wider than the screen, nothing for axe',
      async (path) => {
        expect(await faultsOn(path)).toEqual([]);
      },
    );
  });
});

/** In the page. */
function whereabouts(): { at: string; heading: string } {
  return { at: location.pathname + location.search, heading: document.querySelector('h1')?.innerText ?? '' };
}

/**
 * In the page, with text of this size: what is wider than the window, which row's name is wider than its column, and
 * what of a page's frame is not there once.
 */
async function faultsAt(text: string): Promise<string[]> {
  const { documentElement: page } = document;
  page.style.fontSize = text;
  // WebKitGTK leaves the columns of a table as they were. Nobody meets that: where text is large, it is so from the start.
  for (const table of document.querySelectorAll('table')) {
    table.style.tableLayout = getComputedStyle(table).tableLayout === 'fixed' ? 'auto' : 'fixed';
    table.getBoundingClientRect();
    table.style.removeProperty('table-layout');
  }
  const isWide = () => page.scrollWidth > page.clientWidth;
  // What follows the width by a script does so some frames later.
  for (let frame = 0; frame < 3 || (frame < 120 && isWide()); frame++) await new Promise(requestAnimationFrame);
  const beyond = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > page.clientWidth + 1,
  );
  const wide = isWide() ? [`${page.scrollWidth} px wide: ${beyond.at(-1)?.outerHTML.slice(0, 200)}`] : [];
  const cut = [...document.querySelectorAll('tbody th')]
    .filter((name) => name.clientWidth < name.scrollWidth - 1)
    .map((name) => `cut off: ${name.textContent}`);
  const counts = ['h1', 'main'].map((name) => [name, document.querySelectorAll(name).length] as const);
  return [...wide, ...cut, ...counts.filter(([, count]) => count !== 1).map(([name, count]) => `${count} ${name}`)];
}

/** In the page. */
async function violationsIn(theme: string, options: object) {
  document.documentElement.style.colorScheme = theme;
  for (const animation of document.getAnimations())
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  // Where a button is half below a bar that stays, axe sees the other half; people scroll.
  for (const element of document.querySelectorAll<HTMLElement>('body *'))
    if (getComputedStyle(element).position === 'sticky')
      Object.assign(element.style, { position: 'relative', inset: 'auto' });
  const { violations } = await axe.run(document, options);
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
}

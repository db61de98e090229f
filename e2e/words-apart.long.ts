import type { Page } from '@playwright/test';
import { expect, test } from './club.ts';
import { importInto, signIn } from './signing-in.ts';
import { findGluedWords } from './words-apart.ts';

test.describe.configure({ timeout: 300_000 });

const WIDTHS = [390, 1280];

/** As it is on a phone and on a desk. */
async function gluedAtAllWidths(page: Page, what: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await findGluedWords(page)).map((words) => `${what} at ${width} px: ${words}`));
  }
  return found;
}

const SOON = Date.now() + 48 * 3_600_000;
const person = (name: string, given: object = {}) => {
  const email = `${name.toLowerCase()}@example.edu`;
  return { $state: 'going', $email: email, $since: 1, name, email, diet: 'Vegan', ...given };
};

test('words stand apart where more came than there is room for, and in what waits, is cancelled or over', async ({
  page,
  startClub,
  complaints,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const fields = [
    { name: 'diet', type: 'radio', description: 'Diet', options: ['Vegan', 'Any'], limits: { Vegan: 2 }, atDoor: true },
  ];
  const at = { timeStartTimestamp: SOON, timeEndTimestamp: SOON + 3_600_000 };
  const event = { title: 'Talk', location: 'Room 332', presenter: 'Ada', description: 'About it.', datetime: at };
  await importInto(club, {
    event: {
      talk: { ...event, formId: 'form' },
      off: { ...event, title: 'Off', cancelled: true, cancelReason: 'Ill.', formId: 'other' },
      draft: { ...event, title: 'Draft', publishAt: 'never' },
      timed: { ...event, title: 'Timed', publishAt: SOON - 3_600_000 },
      maybe: { ...event, title: 'Maybe', tentative: true, signupUrl: 'https://tickets.example/1' },
      over: { ...event, title: 'Over', recap: 'Good.', datetime: { timeStartTimestamp: Date.now() - 1e8 } },
    },
    form: {
      form: { fields, asksPerson: true, places: 3, remindHours: 24 },
      other: { fields, asksPerson: true },
    },
    entry: {
      form: {
        ana: person('Ana'),
        ben: person('Ben', { $checkedIn: Date.now() }),
        cleo: person('Cleo'),
        dan: person('Dan', { $state: 'waiting', $since: 2 }),
        eve: person('Eve', { $state: 'cancelled', $since: 3 }),
      },
    },
    member: { zoe: { name: 'Zoe', email: 'zoe@example.edu' } },
  });
  await signIn(page, club, 'admin@localhost');
  const found: string[] = [];
  const keys = ['talk', 'off', 'draft', 'timed', 'maybe', 'over'];
  const paths = [
    ...['/home', '/events', '/events?past=1', '/screen', '/admin/events', '/admin/members', '/admin/year'],
    ...keys.flatMap((key) => [`/events/${key}`, `/admin/events/${key}`, `/admin/events/${key}/announce`]),
    ...['/admin/events/talk/door', '/admin/events/off/door'],
  ];
  for (const path of paths) {
    await page.goto(club.url + path);
    found.push(...(await gluedAtAllWidths(page, path)));
  }
  expect(found).toEqual([]);
  // Drafts are not there for visitors.
  expect(complaints.splice(0).filter((text) => !/status of 404/.test(text))).toEqual([]);
});

import { openMailServer } from '../test/mail-server.ts';
import { findPart } from '../test/read-mail.ts';
import { expectNoAxeViolations, expectNoOverflow } from './axe.ts';
import { expect, test } from './club.ts';
import { importInto } from './signing-in.ts';

const HOUR = 3_600_000;

/** Two events in two days that confirm addresses; somebody entered Dora's for each. */
function twoEvents() {
  const datetime = { timeStartTimestamp: Date.now() + 48 * HOUR, timeEndTimestamp: Date.now() + 50 * HOUR };
  const form = { fields: [], asksPerson: true, places: 2, confirms: true };
  const waiting = (name: string) => ({
    $state: 'unconfirmed',
    $email: 'dora@example.edu',
    name,
    email: 'dora@example.edu',
  });
  return {
    event: {
      jam: { title: 'Jam', location: 'Room 332', formId: 'jamform', datetime },
      walk: { title: 'A walk around the lake', location: 'The gate', formId: 'walkform', datetime },
    },
    form: { jamform: form, walkform: form },
    entry: { walkform: { dora: waiting('Dora'), mallory: waiting('Mallory') } },
  };
}

test('one mailed link offers all that waits for its address', { tag: '@long' }, async ({ page, startClub }) => {
  const mails = await openMailServer();
  const club = await startClub({ CLUB_EMPTY: '1', SMTP_URL: mails.url });
  await importInto(club, twoEvents());
  await page.goto(`${club.url}/events/jam`);
  await page.getByLabel('Name (*)').fill('Mallory');
  await page.getByLabel('Email (*)').fill('dora@example.edu');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const [confirming] = await mails.waitFor(1);
  const text = (confirming && findPart(confirming.mail, 'text/plain')?.content) ?? '';
  await page.goto(/\S+\/sign-ups\/[\w-]+/.exec(text)?.[0] ?? '');
  await expect(page.getByRole('button', { name: 'Confirm my sign-up' })).toHaveCount(1);
  const others = page.getByRole('region', { name: 'Also waiting for your address' });
  await expect(others.getByRole('listitem')).toHaveCount(2);
  for (const [width, scheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await expectNoOverflow(page, width);
    await expectNoAxeViolations(page);
  }
  await others.getByRole('button', { name: 'Confirm this one: A walk around the lake, Dora' }).click();
  await expect(others.getByRole('status')).toHaveText(
    'You have confirmed ‘A walk around the lake’. We have emailed you what happens next.',
  );
  await expect(others.getByRole('listitem')).toHaveCount(0);
  const [, place] = await mails.waitFor(2);
  expect(place?.mail.headers.get('subject')).toBe('You have a place: A walk around the lake');
  await mails.close();
});

import { newKey } from '../app/domain/keys.ts';
import { expect, test, type RunningClub } from './club.ts';
import { openDatabase } from './database.ts';
import { signIn } from './signing-in.ts';

function store(club: RunningClub, form: string, answers: Record<string, string>): void {
  const db = openDatabase(club);
  const adding = db.prepare('insert into submissions (form, key, answers, created_at) values (?, ?, ?, ?)');
  adding.run(form, newKey(), JSON.stringify(answers), Date.now());
  db.close();
}

test('a submission is found by any of its words, in every form’s table at once', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  store(club, 'contact', { name: 'Zoë Quill', email: 'zoe@example.edu', message: 'Is there a chess night?' });
  store(club, 'contact', { name: 'Sam', email: 'sam@example.edu', message: 'I lost a scarf.' });
  store(club, 'chatInvite', { email: 'zoe@example.edu' });
  await signIn(page, club, 'admin@localhost', '/admin/submissions');
  const contact = page.getByRole('region', { name: 'Contact messages' });
  const invites = page.getByRole('region', { name: 'Chat invites' });
  const rows = (form: typeof contact) => form.locator('tbody tr');
  const found = (form: typeof contact) => form.getByRole('status').filter({ hasText: 'found' });
  await expect(rows(contact)).toHaveCount(2);
  await expect(found(contact)).toHaveCount(0);

  const search = page.getByLabel('Find a submission');
  await search.fill('ZOE');
  await expect(rows(contact)).toHaveCount(1);
  await expect(contact).toContainText('Is there a chess night?');
  await expect(found(contact)).toHaveText('1 found');
  await expect(found(invites)).toHaveText('1 found');
  // All of the words, wherever in the row they stand.
  await search.fill('night zoe');
  await expect(rows(contact)).toHaveCount(1);
  await expect(found(invites)).toHaveText('No submissions found.');
  await expect(rows(invites)).toHaveCount(0);
  await search.fill('scarf zoe');
  await expect(found(contact)).toHaveText('No submissions found.');
  // What it counts and downloads is everything still.
  await expect(contact).toContainText('2 in all');
  await search.fill(' ');
  await expect(rows(contact)).toHaveCount(2);
  await expect(rows(invites)).toHaveCount(1);
});

test(
  'a long message is read without scrolling to and fro, beside the longest name and address',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    const email = `${'long.local.part.'.repeat(4)}@${'department.'.repeat(4)}example.edu`;
    store(club, 'contact', {
      name: 'Wolfeschlegelsteinhausen'.repeat(3),
      email,
      message: 'A long message. '.repeat(40),
    });
    await signIn(page, club, 'admin@localhost', '/admin/submissions');
    const table = page.getByRole('region', { name: 'Contact messages' }).getByRole('group');
    const message = await table.getByText('A long message.').elementHandle();
    const hidden = () => table.evaluate((scroller) => scroller.scrollWidth - scroller.clientWidth);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(hidden).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(hidden).toBe(0);
    expect((await message?.boundingBox())?.width).toBeLessThanOrEqual(390);

    await page.setViewportSize({ width: 700, height: 844 });
    // The keyboard goes along the columns, and nothing that it stops at is below the row's buttons.
    await table.getByRole('button', { name: 'Copy column' }).first().focus();
    for (let stop = 0; stop < 2; stop++) {
      await page.keyboard.press('Tab');
      const box = await table.locator(':focus').boundingBox();
      const edge = await table.evaluate(
        (scroller) => scroller.querySelector('td:last-child')?.getBoundingClientRect().left,
      );
      expect((box?.x ?? Infinity) + (box?.width ?? 0) / 2).toBeLessThan(edge ?? 0);
    }
  },
);

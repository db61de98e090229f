import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { queryRows } from './database.ts';
import { addField, addOption, openAdd, openEdit, openEvents, save } from './event-dialog.ts';
import { importInto, signIn } from './signing-in.ts';

const HOUR = 3_600_000;
const FULL = 'This is full now. Please choose another.';

const FIELDS = [
  { name: 'laptop', type: 'checkbox', description: 'Do you need a laptop?' },
  {
    name: 'system',
    type: 'radio',
    description: 'Which system?',
    required: true,
    options: ['Linux', 'Windows'],
    showIf: { field: 'laptop', anyOf: [true] },
  },
  { name: 'why', type: 'long', description: 'Why that one?', showIf: { field: 'system', anyOf: ['Linux'] } },
  {
    name: 'shift',
    type: 'several',
    description: 'Shifts',
    options: ['Early', 'Late'],
    limits: { Early: 1 },
    atDoor: true,
  },
];

function jam(given: object = {}) {
  const datetime = { timeStartTimestamp: Date.now() + 48 * HOUR, timeEndTimestamp: Date.now() + 50 * HOUR };
  return {
    event: { jam: { title: 'Jam', formId: 'jamform', datetime } },
    form: { jamform: { fields: FIELDS, asksPerson: true, ...given } },
  };
}

test('an officer builds a form that thinks, and is told what depends on what', async ({ page, startClub }) => {
  const club = await openEvents(page, startClub);
  let dialog = await openAdd(page);
  await dialog.getByLabel('Title').fill('Jam');
  await dialog.getByLabel('Start time').fill('2099-12-01T18:30');
  const laptop = await addField(dialog, 'Checkbox', 'Do you need a laptop?');
  const system = await addField(dialog, 'Radio', 'Which system?');
  await expect(system.getByLabel('Option name')).toHaveCount(2);
  for (const name of ['Linux', 'Windows']) await addOption(system, name);
  const why = await addField(dialog, 'Long text', 'Why?');
  await expect(laptop.getByLabel('Only ask if').getByRole('option')).toHaveText(['Always']);
  await expect(why.getByLabel('Only ask if').getByRole('option')).toHaveText([
    'Always',
    'Do you need a laptop?',
    'Which system?',
  ]);
  await system.getByLabel('Only ask if').selectOption('Do you need a laptop?');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(system.getByText('Choose at least one answer.')).toBeVisible();
  // What is wrong is that no answer is ticked, not the field that was chosen.
  await expect(system.getByLabel('Only ask if')).not.toHaveAttribute('aria-invalid');
  await expect(system.getByRole('group', { name: 'The answer is' }).getByLabel('Yes')).toBeFocused();
  await expect(system.getByRole('group', { name: 'The answer is' })).toHaveAccessibleDescription(
    /^Choose at least one/,
  );
  await system.getByRole('group', { name: 'The answer is' }).getByLabel('Yes').check();
  await expect(system.getByText('Choose at least one answer.')).toBeHidden();
  await expect(system.getByText('Only asked if ‘Do you need a laptop?’ is ‘Yes’')).toBeVisible();
  await why.getByLabel('Only ask if').selectOption('Which system?');
  await why.getByRole('group', { name: 'The answer is' }).getByLabel('Linux').check();
  // A condition on a conditional field is drawn one deeper.
  const lefts = await Promise.all([laptop, system, why].map(async (field) => (await field.boundingBox())?.x ?? 0));
  expect(lefts[1]).toBeGreaterThan(lefts[0] ?? 0);
  expect(lefts[2]).toBeGreaterThan(lefts[1] ?? 0);
  // The preview is one stop of the keyboard until it is wanted.
  const preview = dialog.getByRole('region', { name: 'How visitors see it' });
  await expect(preview).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Add', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(dialog.getByText('How visitors see it')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Keep responses for')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(preview.getByLabel('Do you need a laptop?')).toBeFocused();
  await expect(preview.getByText('Which system?')).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: 'Which system?' })).toHaveCount(1);
  await preview.getByLabel('Linux').check();
  await preview.getByLabel('Why?').fill('It is mine.');
  await preview.getByLabel('Do you need a laptop?').uncheck();
  await expect(preview.getByLabel('Why?')).toHaveCount(0);
  await preview.getByLabel('Do you need a laptop?').check();
  await expect(preview.getByLabel('Why?')).toHaveValue('It is mine.');
  await system.getByLabel('Places for Linux').fill('1.5');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(system.getByText('Please enter a whole number, from 1 to 100,000, or leave it empty')).toBeVisible();
  await system.getByLabel('Places for Linux').fill('3');
  await system.getByLabel('Show at the door').check();

  // A source that is moved behind is said at once, by the field that depends on it.
  await laptop.getByRole('button', { name: 'Move down' }).press('Enter');
  await expect(
    dialog
      .getByText(/‘Do you need a laptop\?’ comes later\./)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await laptop.getByRole('button', { name: 'Move up' }).press('Enter');
  // A label and an option are renamed, and what depends on them follows.
  await system.getByLabel('Option name').first().fill('Linux or BSD');
  await expect(why.getByRole('group', { name: 'The answer is' }).getByLabel('Linux or BSD')).toBeChecked();
  await expect(system.getByLabel('Places for Linux or BSD')).toHaveValue('3');
  await expectNoAxeViolations(page);
  await save(dialog, 'Create Event');
  const stored = () => JSON.parse(String(queryRows(club, 'select fields from forms')[0]?.['fields']));
  const [first, second, third] = stored();
  expect(second).toMatchObject({
    options: ['Linux or BSD', 'Windows'],
    limits: { 'Linux or BSD': 3 },
    atDoor: true,
    showIf: { field: first.name, anyOf: [true] },
  });
  expect(third.showIf).toEqual({ field: second.name, anyOf: ['Linux or BSD'] });

  dialog = await openEdit(page, 'Jam');
  // Nobody has answered: nothing becomes of a new name.
  await dialog.getByLabel('Option name').first().fill('Linux');
  await expect(dialog.getByText(/^Whoever chose/)).toHaveCount(0);
  await dialog.getByLabel('Option name').first().fill('Linux or BSD');
  const again = dialog.getByRole('listitem', { name: ': Radio' });
  await again.getByRole('button', { name: 'Delete option' }).first().click();
  let question = page.getByRole('dialog', { name: 'Delete this option?' });
  await expect(question).toContainText('Why? is only asked after this.');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await dialog.getByRole('listitem', { name: ': Checkbox' }).getByRole('button', { name: 'Delete field' }).click();
  question = page.getByRole('dialog', { name: 'Delete this field?' });
  await expect(question).toContainText('Which system? is only asked after this.');
  await question.getByRole('button', { name: 'Delete the field' }).click();
  await expect(again.getByLabel('Only ask if')).toHaveValue('');
  await save(dialog, 'Update Event');
  expect(stored()[0].showIf).toBeUndefined();

  dialog = await openEdit(page, 'Jam');
  await dialog.getByRole('button', { name: 'Delete option' }).first().press('Enter');
  await page.getByRole('button', { name: 'Delete the option' }).press('Enter');
  await expect(dialog.getByLabel('Option name')).toHaveValue('Windows');
  await expect(dialog.getByLabel('Option name')).toBeFocused();
});

for (const width of [390, 1280]) {
  test(
    `by keyboard, ${width} px wide, a field comes, is told, goes, and comes back as it was`,
    { tag: width === 390 ? [] : '@long' },
    async ({ page, startClub }) => {
      await page.setViewportSize({ width, height: 800 });
      const club = await startClub({ CLUB_EMPTY: '1' });
      await importInto(club, jam());
      await page.goto(`${club.url}/events/jam`);
      await page.getByLabel('Name (*)').fill('Ana');
      await page.getByLabel('Email (*)').fill('ana@example.edu');
      await expect(page.getByText('Which system?')).toHaveCount(0);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await expect(page.getByRole('radiogroup', { name: 'Which system? (*)' })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: 'Which system?' })).toHaveCount(1);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await expect(page.getByLabel('Why that one?')).toHaveAttribute('rows', '6');
      await page.keyboard.press('Tab');
      await page.keyboard.type('It is mine.');
      await expectNoAxeViolations(page);
      await page.getByLabel('Do you need a laptop?').uncheck();
      await expect(page.getByLabel('Why that one?')).toHaveCount(0);
      await page.getByLabel('Do you need a laptop?').check();
      await expect(page.getByLabel('Linux')).toBeChecked();
      await expect(page.getByLabel('Why that one?')).toHaveValue('It is mine.');
      // A reload brings all of it back.
      await page.reload();
      await expect(page.getByLabel('Why that one?')).toHaveValue('It is mine.');
      await page.getByLabel('Do you need a laptop?').uncheck();
      await expect(page.getByRole('checkbox', { name: 'Early' })).toHaveAccessibleDescription('1 left');
      await page.getByLabel('Early').check();
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
      await expect(page.getByText('You have a place.')).toBeVisible();
      const [entry] = queryRows(club, 'select answers from entries');
      expect(JSON.parse(String(entry?.['answers']))).toEqual({
        name: 'Ana',
        email: 'ana@example.edu',
        laptop: false,
        shift: ['Early'],
      });
    },
  );
}

test(
  'a field that comes after what was ticked before the page was alive is told too',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, jam());
    let letThrough = () => {};
    const ticked = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/*.js', async (route) => {
      await ticked;
      await route.continue();
    });
    await page.goto(`${club.url}/events/jam`, { waitUntil: 'commit' });
    await page.getByLabel('Do you need a laptop?').check();
    await expect(page.getByText('Which system?')).toHaveCount(0);
    letThrough();
    await expect(page.getByRole('radiogroup', { name: 'Which system? (*)' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Which system?' })).toHaveCount(1);
  },
);

test(
  'who gave an option up and finds it full chooses another right there',
  { tag: '@long' },
  async ({ page, context, startClub, complaints }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, jam());
    const signUp = async (one: Page, name: string) => {
      await one.goto(`${club.url}/events/jam`);
      await one.getByLabel('Name (*)').fill(name);
      await one.getByLabel('Email (*)').fill(`${name}@example.edu`);
      await one.getByLabel('Early').check();
      await one.getByRole('button', { name: 'Submit', exact: true }).click();
      await expect(one.getByText('You have a place.')).toBeVisible();
      await one.getByRole('link', { name: 'Manage my sign-up' }).click();
    };
    const giveUp = async (one: Page) => {
      await one.getByRole('button', { name: 'Cancel my sign-up' }).click();
      await one.getByRole('button', { name: 'Give up my place' }).click();
      await expect(one.getByText('Your sign-up is cancelled.')).toBeVisible();
    };
    await signUp(page, 'ana');
    await expect(page.getByText('Shifts', { exact: true })).toBeVisible();
    // They were not asked.
    await expect(page.getByText('Which system?')).toBeHidden();
    await giveUp(page);
    const other = await context.newPage();
    await signUp(other, 'ben');

    await page.getByRole('button', { name: 'Sign up again' }).click();
    const shifts = page.getByRole('group', { name: 'Shifts' });
    await expect(shifts.getByText(FULL)).toBeVisible();
    await expect(page.getByLabel('Early')).toBeFocused();
    await page.getByLabel('Early').uncheck();
    await expect(page.getByLabel('Early')).toBeDisabled();
    await page.getByLabel('Late').check();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Sign up again' }).click();
    await expect(page.getByText('You have a place.')).toBeVisible();
    await expect(page.getByText('You have a place.')).toBeFocused();
    await expect(page.getByText('Late', { exact: true })).toBeVisible();
    await expect(page.getByText(FULL)).toBeHidden();

    // The same where it is asked whether they still come.
    await giveUp(other);
    await page.getByRole('button', { name: 'Change my answers' }).click();
    await page.getByLabel('Early').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await other.goto(other.url().replace('/sign-ups/', '/still-coming/'));
    await other.getByRole('button', { name: 'I am coming' }).click();
    await expect(other.getByRole('group', { name: 'Shifts' }).getByText(FULL)).toBeVisible();
    await other.getByLabel('Early').uncheck();
    await other.getByLabel('Late').check();
    await expectNoAxeViolations(other);
    await other.getByRole('button', { name: 'I am coming' }).click();
    await expect(other.getByText('Thank you. You are coming.')).toBeVisible();
    // The browser itself reports the refusals.
    expect(complaints.splice(0).every((text) => text.includes('409'))).toBe(true);
  },
);

test(
  'a field that gets a condition goes from open pages with a word, and with what was written',
  { tag: '@long' },
  async ({ page, context, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    const [laptop, , , shift] = FIELDS;
    const wish = { name: 'wish', type: 'text', description: 'A wish?' };
    const fields = (showIf?: object) => ({ fields: [laptop, { ...wish, ...(showIf && { showIf }) }, shift] });
    await importInto(club, jam(fields()));
    await page.goto(`${club.url}/events/jam`);
    await page.getByLabel('Name (*)').fill('ana');
    await page.getByLabel('Email (*)').fill('ana@example.edu');
    await page.getByLabel('A wish?').fill('Tea');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByRole('link', { name: 'Manage my sign-up' }).click();
    await page.getByRole('button', { name: 'Change my answers' }).click();
    const other = await context.newPage();
    await other.goto(`${club.url}/events/jam`);
    await other.getByRole('button', { name: 'Sign up someone else' }).click();
    await other.getByLabel('A wish?').fill('Cake');

    await importInto(club, jam(fields({ field: 'laptop', anyOf: [true] })));
    const told = '“A wish?” is now only asked if “Do you need a laptop?” is “Yes”';
    for (const [one, written] of [
      [page, 'Tea'],
      [other, 'Cake'],
    ] as const) {
      await expect(one.getByText(`${told} (you had written: ${written})`)).toBeVisible();
      await expect(one.getByLabel('A wish?')).toHaveCount(0);
      await one.getByLabel('Do you need a laptop?').check();
      await expect(one.getByLabel('A wish?')).toHaveValue(written);
    }
  },
);

test(
  'who renames an option that was chosen reads what becomes of it, and of its places',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, {
      ...jam(),
      entry: { jamform: { ana: { name: 'Ana', shift: ['Early'], $state: 'going', $since: 1 } } },
    });
    await signIn(page, club, 'admin@localhost', '/admin/events');
    const dialog = await openEdit(page, 'Jam');
    const shifts = dialog.getByRole('listitem', { name: ': Several' });
    await shifts.getByLabel('Option name').first().fill('Dawn');
    await expect(shifts.getByRole('status')).toHaveText([
      'Whoever chose ‘Early’ has this instead once you save, and keeps the place. If you mean something else, add another option.',
      '',
    ]);
    await expectNoAxeViolations(page);
    await save(dialog, 'Update Event');
    await page.goto(`${club.url}/admin/events/jam`);
    await expect(page.getByText('1 of 1')).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Dawn' })).toBeVisible();
    await page.goto(`${club.url}/events/jam`);
    await expect(page.getByRole('checkbox', { name: 'Dawn' })).toHaveAccessibleDescription('Full');
  },
);

test(
  'officers add and edit answers of all types: only what is asked, and no option that is full',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    const sure = { name: 'sure', type: 'checkbox', description: 'Sure?', showIf: { field: 'laptop', anyOf: [true] } };
    await importInto(club, {
      ...jam({ fields: [...FIELDS, sure] }),
      entry: { jamform: { cleo: { name: 'Cleo', laptop: true, system: 'Linux', $state: 'going', $since: 1 } } },
    });
    const answersOf = (name: string) => {
      const rows = queryRows(club, 'select answers from entries').map(({ answers }) => JSON.parse(String(answers)));
      return rows.find((answers) => answers.name === name);
    };
    await signIn(page, club, 'admin@localhost', '/admin/events/jam');
    await page.getByRole('button', { name: 'Add a sign-up' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a sign-up' });
    await adding.getByLabel('Name').fill('Ana');
    await adding.getByLabel('Email').fill('ana@example.edu');
    await expect(adding.getByLabel('Which system?')).toHaveCount(0);
    await adding.getByLabel('Do you need a laptop?').check();
    await expect(adding.getByRole('status').filter({ hasText: 'Which system?' })).toHaveCount(1);
    await adding.getByLabel('Which system?').selectOption('Linux');
    await adding.getByLabel('Why that one?').fill('It is mine.\nReally.');
    const early = adding.getByRole('checkbox', { name: 'Early' });
    await expect(early).toHaveAccessibleDescription('1 left');
    await early.check();
    // Somebody else is quicker: said at the field, and all that was typed stays.
    await importInto(club, {
      entry: { jamform: { ben: { name: 'Ben', shift: ['Early'], $state: 'going', $since: 2 } } },
    });
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(adding.getByText(FULL).first()).toBeVisible();
    await expect(adding.getByLabel('Why that one?')).toHaveValue('It is mine.\nReally.');
    expect(complaints.splice(0).every((text) => text.includes('409'))).toBe(true);
    await early.uncheck();
    await adding.getByRole('checkbox', { name: 'Late' }).check();
    await expectNoAxeViolations(page);
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(adding).toBeHidden();
    expect(answersOf('Ana')).toEqual({
      name: 'Ana',
      email: 'ana@example.edu',
      laptop: true,
      system: 'Linux',
      why: 'It is mine.\nReally.',
      shift: ['Late'],
      sure: false,
    });

    const edit = async (name: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Edit answers' }).click();
      return page.getByRole('dialog', { name: `Answers of ${name}` });
    };
    let editing = await edit('Ana');
    await expect(editing.getByRole('checkbox', { name: 'Early' })).toBeDisabled();
    await editing.getByLabel('Do you need a laptop?').uncheck();
    await expect(editing.getByLabel('Why that one?')).toHaveCount(0);
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(editing).toBeHidden();
    expect(answersOf('Ana')).toEqual({ name: 'Ana', email: 'ana@example.edu', laptop: false, shift: ['Late'] });
    // The rows may have other heights with it, and a menu moves with its row.
    await expect(page.getByRole('table').getByText('It is mine.')).toHaveCount(0);

    // A box that was never asked is neither ‘Yes’ nor ‘No’, and can become either.
    editing = await edit('Cleo');
    await expect(editing.getByLabel('Sure?')).toHaveValue('');
    await editing.getByLabel('Why that one?').fill('Why not?');
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(editing).toBeHidden();
    expect(answersOf('Cleo')).toEqual({ name: 'Cleo', laptop: true, system: 'Linux', why: 'Why not?' });
    await expect(page.getByRole('table').getByText('Why not?')).toBeVisible();
    editing = await edit('Cleo');
    await editing.getByLabel('Sure?').selectOption('No');
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(editing).toBeHidden();
    expect(answersOf('Cleo')).toMatchObject({ sure: false });
  },
);

test(
  'what was chosen stands beside the name at the door, also without a network',
  { tag: '@long' },
  async ({ page, context, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    const signUps = (name: string, given: object) => ({ name, $state: 'going', $since: 1, ...given });
    await importInto(club, {
      ...jam(),
      entry: { jamform: { ana: signUps('Ana', { shift: ['Early'] }), ben: signUps('Ben', { shift: [] }) } },
    });
    await signIn(page, club, 'admin@localhost', '/admin/events/jam/door');
    const ana = page.getByRole('listitem').filter({ hasText: 'Ana' });
    await expect(ana.getByText('Early', { exact: true })).toBeVisible();
    await page.evaluate(async (path) => {
      while (!(await (await caches.open('clubroom-door')).match(path)))
        await new Promise((done) => setTimeout(done, 50));
    }, '/admin/events/jam/door');
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
      .toBe('activated');
    await page.getByLabel('Show answers to helpers').check();
    await page.getByRole('button', { name: 'Link for helpers' }).click();
    const link = page.getByRole('dialog').getByRole('link', { name: /\/door\// });
    const url = await link.innerText();
    await page.getByRole('button', { name: 'Close' }).click();
    await context.setOffline(true);
    await page.reload();
    await expect(ana.getByText('Early', { exact: true })).toBeVisible();
    await context.setOffline(false);
    await page.goto(url);
    await expect(ana.getByText('Early', { exact: true })).toBeVisible();
  },
);

test(
  'an option that is taken meanwhile is full on open pages, and nothing typed is lost',
  { tag: '@long' },
  async ({ page, context, startClub, complaints }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, jam());
    const other = await context.newPage();
    for (const one of [page, other]) {
      await one.goto(`${club.url}/events/jam`);
      await one.getByLabel('Name (*)').fill('Ana');
    }
    await other.getByLabel('Email (*)').fill('ben@example.edu');
    await other.getByLabel('Do you need a laptop?').check();
    await other.getByLabel('Windows').check();
    await other.getByLabel('Early').check();
    await page.getByLabel('Email (*)').fill('ana@example.edu');
    await page.getByLabel('Early').check();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByText('You have a place.')).toBeVisible();

    // It stays chosen where it was until it is sent.
    await expect(other.getByText('Full', { exact: true })).toBeVisible();
    await expect(other.getByLabel('Early')).toBeChecked();
    await expect(other.getByLabel('Early')).toBeEnabled();
    await other.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(other.getByText(FULL).filter({ visible: true })).toBeVisible();
    await expect(other.getByLabel('Email (*)')).toHaveValue('ben@example.edu');
    await other.getByLabel('Early').uncheck();
    await expect(other.getByLabel('Early')).toBeDisabled();
    await other.getByLabel('Late').check();
    await other.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(other.getByText('You have a place.')).toBeVisible();

    // On her own page it is hers, and may be chosen again.
    await page.getByRole('link', { name: 'Manage my sign-up' }).click();
    await page.getByRole('button', { name: 'Change my answers' }).click();
    await page.getByLabel('Early').uncheck();
    await expect(page.getByLabel('Early')).toBeEnabled();
    await page.getByLabel('Late').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Late', { exact: true })).toBeVisible();

    // There too it is said at the field that somebody was quicker.
    await page.getByRole('button', { name: 'Change my answers' }).click();
    await page.getByLabel('Early').check();
    await other.goto(`${club.url}/events/jam`);
    await other.getByRole('button', { name: 'Sign up someone else' }).click();
    await other.getByLabel('Name (*)').fill('Cleo');
    await other.getByLabel('Email (*)').fill('cleo@example.edu');
    await other.getByLabel('Early').check();
    await other.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(other.getByText('You have a place.')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    const shifts = page.getByRole('group', { name: 'Shifts' });
    await expect(shifts.getByText(FULL)).toBeVisible();
    await expect(page.getByLabel('Early')).toBeChecked();
    // The browser itself reports the refusal.
    expect(complaints.splice(0).every((text) => text.includes('409'))).toBe(true);
    await page.getByLabel('Early').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Late', { exact: true })).toBeVisible();
    await signIn(page, club, 'admin@localhost', '/admin/events/jam');
    await expect(page.getByText('1 of 1')).toBeVisible();
    await expect(page.getByRole('cell', { name: '–' }).first()).toBeVisible();
  },
);

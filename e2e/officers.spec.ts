import AxeBuilder from '@axe-core/playwright';
import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { queryRows } from './database.ts';
import { importInto, signIn } from './signing-in.ts';

const HOUR = 3_600_000;

/** An event in two days with one place: Ana has it, Ben and Cleo wait. */
function signedUp(): object {
  const datetime = { timeStartTimestamp: Date.now() + 48 * HOUR, timeEndTimestamp: Date.now() + 50 * HOUR };
  const person = (name: string, $state: string, $since: number) => {
    const email = `${name.toLowerCase()}@example.edu`;
    return { name, email, $state, $email: email, $since };
  };
  return {
    event: { jam: { title: 'Jam', location: 'Room 332', formId: 'jamform', datetime } },
    form: { jamform: { fields: [], asksPerson: true, places: 1 } },
    entry: {
      jamform: { a: person('Ana', 'going', 1), b: person('Ben', 'waiting', 2), c: person('Cleo', 'waiting', 3) },
    },
  };
}

test('an officer sees who comes, acts by keyboard, writes to them, and adds somebody', async ({
  page,
  startClub,
  complaints,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, signedUp());
  await signIn(page, club, 'admin@localhost', '/admin/events/jam');
  await expect(page.getByText('1 of 1 places taken, 2 on the waitlist, 0 came')).toBeVisible();
  const table = page.getByRole('table', { name: 'Responses' });
  await expect(table.getByRole('columnheader').first()).toHaveText('Status');
  const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name });
  await expect(rowOf('Cleo').getByRole('cell').first()).toHaveText('Waitlist 2');

  // What happens elsewhere shows by itself.
  const eve = { name: 'Eve', email: 'eve@example.edu', $state: 'waiting', $email: 'eve@example.edu', $since: 4 };
  await importInto(club, { entry: { jamform: { e: eve } } });
  await expect(rowOf('Eve').getByRole('cell').first()).toHaveText('Waitlist 3', { timeout: 2000 });
  await expect(page.getByText('1 of 1 places taken, 3 on the waitlist, 0 came')).toBeVisible();

  await expectNoAxeViolations(page, 'the table');

  // The arrows open the menu and go round in it; Escape gives the focus back.
  const actions = page.getByRole('button', { name: 'Actions for Ana' });
  const items = page.getByRole('menuitem');
  const focused = page.locator(':focus');
  await actions.focus();
  await page.keyboard.press('ArrowUp');
  await expect(items).toHaveText(['Cancel sign-up', 'Check in', 'Edit answers', 'Send the link again']);
  await expect(focused).toHaveText('Send the link again');
  // What lies below an open menu is too small to be pressed, as it should be.
  const inMenu = await new AxeBuilder({ page }).include('[role=menu]:popover-open').analyze();
  expect(inMenu.violations).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveText('Cancel sign-up');
  await page.keyboard.press('Escape');
  await expect(items).toHaveCount(0);
  await expect(actions).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(focused).toHaveText('Cancel sign-up');
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveText('Check in');
  await page.keyboard.press('Enter');
  await expect(rowOf('Ana').getByRole('cell').first()).toHaveText('Came');
  await expect(actions).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveText('Undo check-in');
  await page.keyboard.press('Enter');
  await expect(rowOf('Ana').getByRole('cell').first()).toHaveText('Going');

  // Beyond the limit only after a question.
  await page.getByRole('button', { name: 'Actions for Cleo' }).click();
  await page.getByRole('menuitem', { name: 'Give a place' }).click();
  await page.getByRole('button', { name: 'Give a place beyond the limit' }).click();
  await expect(page.getByText('2 of 1 places taken, 2 on the waitlist, 0 came')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Actions for Cleo' })).toBeFocused();

  await page.getByRole('button', { name: 'Add a sign-up' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a sign-up' });
  await adding.getByLabel('Name').fill('Dan');
  await adding.getByLabel('Email').fill('ANA@example.edu');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding.getByText('This address is signed up already.').first()).toBeVisible();
  await adding.getByLabel('Email').fill('dan@example.edu');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('‘Dan’ is number 3 on the waitlist.')).toBeVisible();
  await expect(rowOf('Dan').getByRole('cell').first()).toHaveText('Waitlist 3');

  await page.getByRole('button', { name: 'Actions for Dan' }).click();
  await page.getByRole('menuitem', { name: 'Edit answers' }).click();
  const editing = page.getByRole('dialog', { name: 'Answers of Dan' });
  // Nobody has followed a link to it yet, so it may be corrected.
  await expect(editing.getByLabel('Email')).toHaveValue('dan@example.edu');
  await editing.getByLabel('Name').fill('Dana');
  await expectNoAxeViolations(page, 'the answers');
  await editing.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('‘Dana’ was saved')).toBeVisible();
  await expect(rowOf('Dana').getByRole('cell').first()).toHaveText('Waitlist 3');

  await page.getByRole('button', { name: 'Message', exact: true }).click();
  const writing = page.getByRole('dialog', { name: 'Message to those who signed up' });
  await expect(writing.getByRole('button', { name: 'Send to 2' })).toBeVisible();
  await writing.getByLabel('To').selectOption('Everyone');
  await writing.getByRole('button', { name: 'Send me a test' }).click();
  await expect(writing.getByText('Please enter a subject')).toBeVisible();
  await expectNoAxeViolations(page, 'the message');
  await writing.getByLabel('Subject').fill('Another room');
  await writing.getByLabel('Message').fill('It is 332.');
  await writing.getByRole('button', { name: 'Send me a test' }).click();
  await expect(page.getByText('A test goes to admin@localhost.')).toBeVisible();
  // Without a session nothing is sent, and nothing typed is lost.
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await writing.getByRole('button', { name: 'Send to 5' }).click();
  await expect(writing.getByRole('link', { name: 'Sign in (opens a new tab)' })).toBeVisible();
  await page.context().addCookies(cookies);
  await writing.getByRole('button', { name: 'Send to 5' }).click();
  await expect(page.getByText('Your message goes to 5 people.')).toBeVisible();
  await expect(writing).toBeHidden();
  const sent = queryRows(club, "select recipient from outbox where kind = 'message' order by recipient");
  expect(sent.map(({ recipient }) => recipient)).toEqual([
    'admin@localhost',
    ...['ana', 'ben', 'cleo', 'dan', 'eve'].map((name) => `${name}@example.edu`),
  ]);
  // The browser notes the two refusals.
  complaints.length = 0;
});

test(
  'from the home of the admin area each thing of the week is one press away',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, signedUp());
    await signIn(page, club, 'admin@localhost');
    const next = page.getByRole('region', { name: 'Next event' });
    await expect(next).toContainText('1 going · 2 waiting');
    await next.getByRole('link', { name: 'Message' }).click();
    const writing = page.getByRole('dialog', { name: 'Message to those who signed up' });
    await expect(writing.getByRole('button', { name: 'Send to 1' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(writing).toBeHidden();
    await expect(page).toHaveURL(`${club.url}/admin/events/jam`);
    await page.getByRole('button', { name: 'Message', exact: true }).press('Enter');
    await expect(writing).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Message', exact: true })).toBeFocused();

    for (const [link, heading] of [
      ['Announce', 'Announce'],
      ['Door', 'Door'],
    ] as const) {
      await page.goto(`${club.url}/admin/home`);
      await next.getByRole('link', { name: link }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    }
    await page.goto(`${club.url}/admin/home`);
    await next.getByRole('link', { name: 'Who comes' }).click();
    await expect(page.getByRole('rowheader', { name: 'Ana' })).toBeInViewport();
    await page.goto(`${club.url}/admin/home`);
    await next.getByRole('link', { name: 'Create event' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an event' });
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await expect(dialog.getByLabel('Ask for name and e-mail')).toBeVisible();
  },
);

import type { Page } from '@playwright/test';
import { expect, test, type RunningClub } from './club.ts';
import { addEvent, responses } from './event-forms.ts';
import { signIn } from './signing-in.ts';
import { submissions } from './submissions.ts';

/** Holds every script of the site back until it is let through. */
async function holdScripts(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

test('what is typed and sent before the scripts are there stays, and is sent once when they are', async ({
  page,
  startClub,
}) => {
  test.setTimeout(120_000);
  const club = await startClub({ CLUB_EMPTY: '1' });
  addEvent(club);
  let letThrough = await holdScripts(page);
  await page.goto(`${club.url}/contact`, { waitUntil: 'commit' });
  await page.getByLabel('Message').fill('Hello');
  await page.getByLabel('Email', { exact: true }).fill('sam@example.edu');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveAttribute('data-pressed');
  await expect(page.getByText('This page is still loading.')).toContainText('What you typed stays here');
  await page.keyboard.press('Enter');
  letThrough();
  await expect(page.getByText('Message submitted')).toBeVisible();
  await expect(page.getByText('This page is still loading.')).toHaveCount(0);
  expect(page.url()).toBe(`${club.url}/contact`);
  expect(submissions(club, 'contact')).toHaveLength(1);

  letThrough = await holdScripts(page);
  await page.goto(`${club.url}/events/game-night`, { waitUntil: 'commit' });
  await page.getByLabel('Name (*)').fill('Sam');
  await page.getByLabel('Email (*)').fill('sam@example.edu');
  await page.getByLabel('Consoles').check();
  await page.getByLabel('My first time').check();
  await page.getByRole('button', { name: 'Submit' }).click();
  letThrough();
  await expect(page.getByText('Your response has been recorded!')).toBeVisible();
  expect(responses(club)).toMatchObject([{ Name: 'Sam', 'Play?': 'Consoles', 'My first time': true }]);

  letThrough = await holdScripts(page);
  await page.goto(`${club.url}/signup`, { waitUntil: 'commit' });
  await page.getByLabel('Name', { exact: true }).fill('Sam');
  await page.getByLabel('Quillmoor Student ID').fill('100');
  await page.getByLabel('Gender').selectOption('Female');
  await page.getByLabel('Program at Quillmoor').fill('CS');
  await page.getByLabel('Number of years').fill('3');
  letThrough();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: /Thank you for registering/ })).toBeVisible();
  expect(JSON.stringify(submissions(club, 'signup'))).toContain('Female');
});

/** A page whose scripts are held back, once all of its HTML is there. */
async function openLifeless(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
}

test('what an officer types before the scripts are there stays, and is saved', async ({ page, startClub }) => {
  test.setTimeout(120_000);
  const club = await startClub();
  await signIn(page, club, 'admin@localhost');
  let letThrough = await holdScripts(page);
  await openLifeless(page, `${club.url}/admin/personal-data`);
  const address = page.getByLabel('Email address');
  await address.fill('nobody@example.edu');
  // By Enter, which the browser itself would take for sending the form to this very address.
  await address.press('Enter');
  await expect(page.getByRole('button', { name: 'Find' })).toHaveAttribute('data-pressed');
  letThrough();
  await expect(page.getByText('Nothing is held about this address.')).toBeVisible();
  await expect(address).toHaveValue('nobody@example.edu');

  letThrough = await holdScripts(page);
  await openLifeless(page, `${club.url}/admin/digest`);
  await page.getByLabel('Note').fill('Bring a friend.');
  letThrough();
  await expect(page.getByText('There are unsaved changes.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The note is saved')).toBeVisible();

  letThrough = await holdScripts(page);
  await openLifeless(page, `${club.url}/admin/execs`);
  const box = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first();
  await box.check();
  letThrough();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(box).toBeChecked();
});

test(
  'what a browser restores in the admin area after a reload is taken for nobody’s choice',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub();
    await signIn(page, club, 'admin@localhost');
    const letThrough = await holdScripts(page);
    await openLifeless(page, `${club.url}/admin/execs`);
    const box = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first();
    await box.evaluate((restored) => Reflect.set(restored, 'checked', true));
    const alive = page.waitForRequest(/\/live/);
    letThrough();
    await alive;
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .nth(1)
      .check();
    await expect(page.getByText('1 selected')).toBeVisible();
  },
);

const FORMS = [
  ['an event’s form', '/events/game-night', 'Submit', 'Your response has been recorded!'],
  ['a membership', '/signup', 'Sign up', 'Thank you for registering'],
  ['a message', '/contact', 'Submit', 'Message submitted'],
] as const;

for (const [name, path, button, done] of FORMS) {
  test(
    `${name} sent without a network asks for no script, survives a reload, and goes out by itself, once`,
    { tag: name === 'an event’s form' ? [] : '@long' },
    async ({ page, context, startClub, complaints }) => {
      const club = await startClub({ CLUB_EMPTY: '1' });
      addEvent(club);
      await page.goto(club.url + path);
      const submit = page.getByRole('button', { name: button, exact: true });
      await expect(submit).toBeEnabled();
      // What sending needs comes while nobody has touched the form.
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      const scripts: string[] = [];
      page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()));
      await fill(page, path);
      await submit.click();
      const failure = page.getByRole('alert').filter({ hasText: 'Nothing you typed is lost' });
      await expect(failure).toContainText(
        'It goes out by itself once you are back online. Keep this page open until then.',
      );
      await expect(failure.getByRole('button', { name: 'Try again' })).toBeVisible();
      expect(scripts).toEqual([]);
      await context.setOffline(false);
      await expect(page.getByText(done)).toBeVisible();
      expect(stored(club, path)).toHaveLength(1);

      // Someone else, whose answer is lost on the way back and who then reloads.
      await page.goto(club.url + path);
      await expect(submit).toBeEnabled();
      await expect(page.getByRole('textbox').first()).toHaveValue('');
      await fill(page, path);
      await page.route(/\/api\/entries\/|formResponse/, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await submit.click();
      await expect(failure).toContainText('It is sent again by itself. Keep this page open until then.');
      await page.unroute(/\/api\/entries\/|formResponse/);
      await page.reload();
      await expect(page.getByText('What you typed here before is back.')).toBeVisible();
      await expect(page.getByRole('textbox').first()).toHaveValue('Sam');
      await submit.click();
      await expect(page.getByText(done)).toBeVisible();
      expect(stored(club, path)).toHaveLength(2);
      await page.reload();
      await expect(submit).toBeEnabled();
      await expect(page.getByRole('textbox').first()).toHaveValue('');
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('sam@example.edu');
      complaints.length = 0;
    },
  );
}

test('what was typed is back on another way to the page, whole, and can be cleared', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  addEvent(club);
  await page.goto(`${club.url}/events/game-night`);
  // A link that is pressed before the scripts are there is followed, and nobody has kept what was typed by then.
  await page.waitForLoadState('networkidle');
  await fill(page, '/events/game-night');
  await page.getByLabel('My first time').check();
  await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeEnabled();
  await expect(page.getByText('What you typed here before is back.')).toHaveCount(0);
  await page.goto(`${club.url}/events/game-night`);
  await expect(page.getByText('What you typed here before is back.')).toBeVisible();
  await expect(page.getByLabel('Consoles')).toBeChecked();
  await expect(page.getByLabel('My first time')).toBeChecked();
  await page.getByRole('button', { name: 'Clear the form' }).click();
  await expect(page.getByLabel('Name (*)')).toBeFocused();
  await expect(page.getByLabel('Name (*)')).toHaveValue('');
  await expect(page.getByLabel('Consoles')).not.toBeChecked();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeEnabled();
  await expect(page.getByLabel('Name (*)')).toHaveValue('');
});

test(
  'what is being changed is not sent by itself',
  { tag: '@long' },
  async ({ page, context, startClub, complaints }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await page.clock.install();
    await page.goto(`${club.url}/contact`);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await fill(page, '/contact');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'It goes out by itself' })).toBeVisible();
    await page.getByLabel('Message').pressSequentially('Half a');
    await expect(page.getByText('It goes out by itself')).toHaveCount(0);
    await context.setOffline(false);
    await page.clock.runFor(120_000);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(submissions(club, 'contact')).toEqual([]);
    complaints.length = 0;
  },
);

test(
  'what a form needs and could not be had is asked for under another address',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    addEvent(club);
    // As for a browser that remembers for good which addresses it could not have.
    const remembered = /\/assets\/(custom-form|send-entry)-[\w-]+\.js$/;
    await page.route(remembered, (route) =>
      route.request().resourceType() === 'script' ? route.abort() : route.continue(),
    );
    await page.goto(`${club.url}/events/game-night`);
    await fill(page, '/events/game-night');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByText('Your response has been recorded!')).toBeVisible();
    complaints.length = 0;
  },
);

function stored(club: RunningClub, path: string): unknown[] {
  if (path === '/signup') return submissions(club, 'signup');
  return path === '/contact' ? submissions(club, 'contact') : responses(club);
}

async function fill(page: Page, path: string): Promise<void> {
  await page.getByRole('textbox').first().fill('Sam');
  await page
    .getByLabel(/^(Preferred )?Email/)
    .first()
    .fill('sam@example.edu');
  if (path === '/signup') {
    await page.getByLabel('Quillmoor Student ID').fill('100');
    await page.getByLabel('Program at Quillmoor').fill('CS');
  }
  if (path.startsWith('/events')) await page.getByLabel('Consoles').check();
}

test('what was typed before the page was alive, and noted without a key, is sent like anything else', async ({
  page,
  club,
}) => {
  const values = [
    ['name', 'Zoë'],
    ['email', 'zoe@example.edu'],
    ['message', 'Is there a chess night?'],
  ];
  await page.addInitScript(
    (typed) => sessionStorage.setItem('typed', typed),
    JSON.stringify([{ place: 'contact /contact', once: '', values }]),
  );
  await page.goto(`${club.url}/contact`);
  await expect(page.getByText('What you typed here before is back.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Message submitted')).toBeVisible();
});

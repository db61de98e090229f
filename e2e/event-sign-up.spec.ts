import type { Page } from '@playwright/test';
import { expect, test as base, type RunningClub } from './club.ts';
import { openDatabase } from './database.ts';
import { addEvent, FIELDS, FORM_ID, responses, rewriteForm } from './event-forms.ts';

/** A site of its own with one event, Game Night. */
const test = base.extend<{ site: RunningClub }>({
  site: async ({ startClub }, use) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    addEvent(club);
    await use(club);
  },
});

async function openForm(page: Page, { url }: RunningClub): Promise<void> {
  await page.goto(`${url}/events`);
  await page
    .getByRole('link', { name: /Game Night/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible();
}

async function fill(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name (*)').fill(name);
  await page.getByLabel('Email (*)').fill('sam@example.edu');
  await page.getByLabel('Consoles').check();
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true });
const recorded = (page: Page) => page.getByText('Your response has been recorded!');

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const) {
  test(
    `a visitor signs up on ${device}, by keyboard`,
    { tag: device === 'a phone' ? [] : '@long' },
    async ({ page, site }) => {
      await page.setViewportSize(viewport);
      await openForm(page, site);
      await page.getByLabel('Name (*)').focus();
      for (const key of ['S', 'a', 'm', 'Tab']) await page.keyboard.press(key);
      await page.keyboard.type('sam@example.edu');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      for (const key of ['Tab', 'Tab', 'Space', 'Tab', 'Enter']) await page.keyboard.press(key);
      await expect(recorded(page)).toBeVisible();
      await expect(recorded(page)).toBeFocused();
      await expect(page.getByRole('link', { name: 'Go to the sign-up form' })).toHaveCount(0);
      expect(responses(site)).toEqual([
        {
          Name: 'Sam',
          Email: 'sam@example.edu',
          'Play?': 'Board games',
          'A game to bring': '',
          'My first time': true,
        },
      ]);
    },
  );
}

test('an unfilled form says what is missing, to the letter, and sends nothing', async ({ page, site }) => {
  await openForm(page, site);
  await page.getByLabel('Name (*)').focus();
  await expect(page.getByText('Required field', { exact: true })).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByText('Required field', { exact: true })).toHaveCount(1);
  await submit(page).click();
  await expect(page.getByText('Please fill all required fields, indicated with *')).toBeVisible();
  await expect(page.getByText('Required field', { exact: true }).filter({ visible: true })).toHaveCount(3);
  await expect(page.getByLabel('Name (*)')).toBeFocused();
  await fill(page, 'Sam');
  await expect(page.getByText('Required field', { exact: true }).filter({ visible: true })).toHaveCount(0);
  expect(responses(site)).toHaveLength(0);
});

test('an email field takes an address, and nothing else; then someone else may sign up', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openForm(page, site);
  const email = page.getByLabel('Email (*)');
  await expect(email).toHaveAttribute('type', 'email');
  await expect(email).toHaveAttribute('autocomplete', 'email');
  await page.getByLabel('Consoles').check();
  await email.fill('ana');
  // The message that comes with leaving the field must not take the button from under the finger.
  await submit(page).click();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  await expect(page.getByLabel('Name (*)')).toBeFocused();
  await page.getByLabel('Name (*)').fill('Ana');
  await submit(page).click();
  await expect(email).toBeFocused();
  expect(responses(site)).toHaveLength(0);
  await email.fill('ana@example.edu');
  await submit(page).click();
  await expect(recorded(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sign Up' }).getByRole('link', { name: 'Outlook' })).toBeVisible();
  // This site sends no mail, so nobody was written to.
  await expect(page.getByText('A confirmation is on its way')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign up someone else' }).press('Enter');
  await expect(page.getByLabel('Name (*)')).toBeFocused();
  await expect(page.getByLabel('Name (*)')).toHaveValue('');
  await fill(page, 'Sam');
  await submit(page).click();
  await expect(recorded(page)).toBeVisible();
  expect(responses(site).map((response) => response['Name'])).toEqual(['Ana', 'Sam']);
});

test('two clicks, a lost answer and the way back store one response', async ({ page, site, complaints }) => {
  await openForm(page, site);
  await fill(page, 'Sam');
  // The response arrives, its answer does not.
  await page.route('**/api/entries/*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit(page).dblclick();
  await expect(page.getByText('The site cannot be reached, so this was not sent.')).toBeVisible();
  await expect(page.getByLabel('Name (*)')).toHaveValue('Sam');
  await page.unroute('**/api/entries/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(recorded(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
  await page.goForward();
  await fill(page, 'Sam');
  await submit(page).click();
  await expect(recorded(page)).toBeVisible();
  expect(responses(site)).toHaveLength(1);
  await page.goto(page.url());
  await fill(page, 'Sam');
  await submit(page).click();
  await expect(recorded(page)).toBeVisible();
  expect(responses(site)).toHaveLength(2);
  complaints.length = 0;
});

test(
  'a token that has run out is replaced without anyone noticing',
  { tag: '@long' },
  async ({ page, site, complaints }) => {
    await openForm(page, site);
    const refusals: number[] = [];
    await page.route('**/api/entries/*', async (route) => {
      const sent: { token: string } = route.request().postDataJSON();
      const postData = refusals.length === 0 ? JSON.stringify({ ...sent, token: 'x.y' }) : JSON.stringify(sent);
      const response = await route.fetch({ postData });
      refusals.push(response.status());
      await route.fulfill({ response });
    });
    await fill(page, 'Sam');
    await submit(page).click();
    await expect(recorded(page)).toBeVisible();
    expect(refusals).toEqual([403, 200]);
    complaints.length = 0;
  },
);

test('the form changes while someone fills it: what they typed stays, and what changed is said', async ({
  page,
  site,
  complaints,
}) => {
  await openForm(page, site);
  await fill(page, 'Sam');
  await page.getByLabel('A game to bring').fill('Go');
  const kept = FIELDS.filter(({ description }) => description !== 'A game to bring');
  rewriteForm(site, [...kept, { name: 'zzzzzzzzzz', type: 'text', description: 'Phone', required: true }]);
  await submit(page).click();
  await expect(page.getByText('New: “Phone”')).toBeVisible();
  await expect(page.getByText('No longer asked: “A game to bring” (you had written: Go)')).toBeVisible();
  await expect(page.getByLabel('Name (*)')).toHaveValue('Sam');
  await expect(page.getByLabel('Consoles')).toBeChecked();
  await page.getByLabel('Phone (*)').fill('555');
  await submit(page).click();
  await expect(recorded(page)).toBeVisible();
  expect(responses(site).at(-1)).toMatchObject({ Name: 'Sam', zzzzzzzzzz: '555' });
  complaints.length = 0;
});

test(
  'a form that was taken down says so and keeps what was typed',
  { tag: '@long' },
  async ({ page, site, complaints }) => {
    await openForm(page, site);
    await fill(page, 'Sam');
    openDatabase(site).prepare('update events set form_id = null where form_id = ?').run(FORM_ID);
    await submit(page).click();
    await expect(page.getByText('This form is closed: the club has taken it down.')).toBeVisible();
    await expect(page.getByLabel('Name (*)')).toHaveValue('Sam');
    complaints.length = 0;
  },
);

test(
  'the embedded form shows beside it, also when one comes from another page',
  { tag: '@long' },
  async ({ page, site }) => {
    openDatabase(site)
      .prepare('update events set google_form_url = ? where form_id = ?')
      .run('https://forms.example.org/forms/d/e/ID/viewform?usp=x', FORM_ID);
    await page.route('https://forms.example.org/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Theirs</title><p>Their form</p>' }),
    );
    await page.goto(`${site.url}/team`);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
    const loads: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/events\/[^/]+$/.test(pathname)) loads.push(request.resourceType());
    });
    await page
      .getByRole('link', { name: /Game Night/ })
      .first()
      .click();
    const frame = page.locator('iframe');
    await expect(frame).toHaveAttribute('src', 'https://forms.example.org/forms/d/e/ID/viewform?embedded=true');
    await expect(frame).toHaveJSProperty('offsetHeight', 500);
    // Its document once, and nothing twice.
    expect(loads).toEqual(['document']);
    await frame.scrollIntoViewIfNeeded();
    await expect(page.frameLocator('iframe').getByText('Their form')).toBeVisible();
    const tab = page.getByRole('link', { name: 'Open the form in a new tab' });
    await expect(tab).toHaveAttribute('href', 'https://forms.example.org/forms/d/e/ID/viewform?embedded=true');
    await expect(tab).toHaveAttribute('target', '_blank');
    await expect(submit(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([
      'First form: on this site',
      'Second form: at forms.example.org',
    ]);
  },
);

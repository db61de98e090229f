import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import ICAL from 'ical.js';
import { openMailServer, type MailServer, type ReceivedMail } from '../test/mail-server.ts';
import { findPart } from '../test/read-mail.ts';
import { expectNoAxeViolations } from './axe.ts';
import { expect, test as base } from './club.ts';
import { signIn } from './signing-in.ts';

interface Post {
  server: MailServer;
  /** Whom the server does not know. */
  unknown: Set<string>;
}

const test = base.extend<{ post: Post }>({
  post: async ({}, use) => {
    const unknown = new Set<string>();
    const server = await openMailServer({
      onRcptTo({ address }, _session, answer) {
        const refusal = Object.assign(new Error('No such user here'), { responseCode: 550 });
        answer(unknown.has(address) ? refusal : null);
      },
    });
    await use({ server, unknown });
    await server.close();
  },
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const textOf = ({ mail }: ReceivedMail) => findPart(mail, 'text/plain')?.content ?? '';

async function writeToClub(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/contact`);
  await field(page, 'Name').fill('Zoë');
  await field(page, 'Email').fill('zoe@example.edu');
  await field(page, 'Message').fill('Is there a chess night?\nZoë');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Message submitted')).toBeVisible();
}

async function join(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/signup`);
  await field(page, 'Name').fill('Sam');
  await field(page, 'Quillmoor Student ID').fill('1001');
  await field(page, 'Preferred Email').fill('sam@example.edu');
  await field(page, 'Program at Quillmoor').fill('Computer Science');
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you for registering to the club');
  const weekly = page.getByRole('main').getByRole('link', { name: 'Get what is coming by email' });
  await expect(weekly).toHaveAttribute('href', '/subscribe');
}

test('a message, an invite and a confirmation arrive where they should', async ({ page, startClub, post }) => {
  const { url } = await startClub({ SMTP_URL: post.server.url });
  await writeToClub(page, url);
  const [message] = await post.server.waitFor(1);
  expect(message?.to).toEqual(['club@example.edu']);
  expect(message?.mail.headers.get('reply-to')).toBe('Zoë <zoe@example.edu>');
  expect(message && textOf(message)).toContain('> Is there a chess night?');

  await join(page, url);
  await expect(page.getByText('the link was also emailed to sam@example.edu')).toBeVisible();
  const [, invite] = await post.server.waitFor(2);
  expect(invite?.to).toEqual(['sam@example.edu']);
  expect(invite && textOf(invite)).toContain('https://chat.example.com/invite/abc');

  await page.goto(`${url}/events/-Og3_FzbKm8ab0ftOR13`);
  await page.getByLabel('Name (*)').fill('Sam');
  await page.getByLabel('Email (*)').fill('sam@example.edu');
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Your response has been recorded!')).toBeVisible();
  await expect(page.getByText('A confirmation is on its way to sam@example.edu.')).toBeVisible();
  const [, , confirmation] = await post.server.waitFor(3);
  expect(confirmation?.to).toEqual(['sam@example.edu']);
  expect(confirmation?.mail.headers.get('subject')).toBe('You are signed up: Intro to Git: Never Lose Your Work Again');
  const file = confirmation && findPart(confirmation.mail, 'text/calendar');
  const [event] = new ICAL.Component(ICAL.parse(file?.content ?? '')).getAllSubcomponents('vevent');
  expect(new ICAL.Event(event).summary).toContain('Intro to Git');
});

test(
  'an admin sees what could not be sent and why, and sends it again',
  { tag: '@long' },
  async ({ page, startClub, post }) => {
    const club = await startClub({ SMTP_URL: post.server.url });
    post.unknown.add('sam@example.edu');
    await join(page, club.url);
    await signIn(page, club, 'admin@localhost');
    await expect(page.locator('main p').first()).toHaveText('This is the admin area home');
    const unsent = page.getByRole('region', { name: 'Unsent mail' });
    await expect(unsent.getByText(/^Failed – .*550 No such user here/)).toBeVisible();
    await expect(unsent.getByText(/^To sam@example\.edu, /)).toBeVisible();
    await expect(page.getByText('1 mail could not be sent')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Next event' }).getByRole('link').first()).not.toHaveText('');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
    post.unknown.clear();
    await unsent.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('The mail to sam@example.edu is being sent again.')).toBeVisible();
    await post.server.waitFor(1);
    await expect(unsent.getByText('All mail has been sent.')).toBeVisible();
  },
);

test(
  'where mail is not set up it is kept, shown as unsent, and nobody is told otherwise',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await join(page, club.url);
    await expect(page.getByText('emailed')).toHaveCount(0);
    await signIn(page, club, 'admin@localhost');
    const unsent = page.getByRole('region', { name: 'Unsent mail' });
    await expect(unsent.getByText('No mail server is set up. Mail waits here')).toBeVisible();
    await expect(unsent.getByText(/^To sam@example\.edu, /)).toBeVisible();
    await expect(unsent.getByRole('button', { name: 'Send again' })).toHaveCount(0);
    await unsent.getByRole('button', { name: 'Send a test mail' }).click();
    await expect(unsent.getByRole('status')).toHaveText(
      'No mail server is set up, so no mail can be sent. The person who runs the site can add one.',
    );
    // The browser notes the refusal.
    expect(complaints.splice(0)).toHaveLength(1);
  },
);

test(
  'a few unsent mails are shown, and the test mail stays in sight',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await signIn(page, club, 'admin@localhost', '/admin/people');
    for (const name of ['ana', 'ben', 'cleo', 'dan', 'eve']) {
      await page.getByRole('button', { name: 'Invite someone' }).click();
      await page.getByRole('dialog').getByLabel('Email').fill(`${name}@example.edu`);
      await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    // Without a mail server, the link is handed over by the officer.
    const invitations = page.getByRole('region', { name: 'Open invitations' });
    await expect(invitations).toContainText(`No mail server is set up, so nobody got an email.`);
    await expect(invitations).toContainText(`${club.url}/auth/login`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await invitations.getByRole('button', { name: 'Copy link' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${club.url}/auth/login`);
    await expectNoAxeViolations(page);

    await page.goto(`${club.url}/admin/home`);
    const unsent = page.getByRole('region', { name: 'Unsent mail' });
    const shown = unsent.getByRole('listitem');
    await expect(shown).toHaveCount(3);
    await unsent.getByText('2 more').click();
    await expect(shown).toHaveCount(5);
    await expect(page.getByRole('region', { name: 'Activity' })).toContainText('invited eve@example.edu (Events)');
  },
);

test(
  'an officer sends a test mail to themselves, and reads what the mail server said',
  { tag: '@long' },
  async ({ page, startClub, post }) => {
    const club = await startClub({ CLUB_EMPTY: '1', SMTP_URL: post.server.url });
    await signIn(page, club, 'admin@localhost');
    const unsent = page.getByRole('region', { name: 'Unsent mail' });
    const said = unsent.getByRole('status');
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps.getByRole('link', { name: 'Mail that arrives' })).toBeVisible();
    await unsent.getByRole('button', { name: 'Send a test mail' }).click();
    await expect(said).toContainText('The mail server took the test mail to admin@localhost');
    await expect(said.locator('blockquote')).toContainText('250');
    const [mail] = await post.server.waitFor(1);
    expect(mail?.to).toEqual(['admin@localhost']);
    await expect(steps.getByText('Mail that arrives (done)')).toBeVisible();
    post.unknown.add('admin@localhost');
    await unsent.getByRole('button', { name: 'Send a test mail' }).click();
    await expect(said).toContainText('The mail server did not take the test mail to admin@localhost');
    await expect(said.locator('blockquote')).toHaveText('550 No such user here');
    await expect(unsent.getByText('All mail has been sent.')).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  },
);

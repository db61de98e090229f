import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser } from '@playwright/test';
import { openMailServer } from '../test/mail-server.ts';
import { findPart } from '../test/read-mail.ts';
import { clubDay, weekdayOf } from '../app/time/club-day.ts';
import sample from '../club.config.ts';
import { expectNoAxeViolations, expectNoOverflow, whatAxeFound } from './axe.ts';
import { expect, test } from './club.ts';
import { queryRows } from './database.ts';
import { signIn } from './signing-in.ts';

/** The next mail goes tomorrow, with the sample club’s events of two weeks. */
function withDigestTomorrow(): NodeJS.ProcessEnv {
  const tomorrow = clubDay(sample.club.timeZone, Date.now() + 86_400_000);
  const file = join(mkdtempSync(join(tmpdir(), 'clubroom-digest-')), 'club.json');
  writeFileSync(file, JSON.stringify({ ...sample, digest: { weekday: weekdayOf(tomorrow), at: '00:01' } }));
  return { CLUB_CONFIG: file };
}

test(
  'somebody asks for the mail and confirms it; an officer writes a note, tries it and leaves it out',
  { tag: '@long' },
  async ({ page, browser, startClub }) => {
    const post = await openMailServer();
    const club = await startClub({ ...withDigestTomorrow(), SMTP_URL: post.url });
    const visitor = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    await visitor.goto(`${club.url}/events`);
    await visitor.getByRole('link', { name: 'Get what is coming by email' }).click();
    await visitor.getByLabel('Email').fill('ana@example.org');
    await visitor.getByRole('button', { name: 'Send me what is coming' }).click();
    await expect(visitor.getByText('Please look into your mail and confirm.')).toBeFocused();
    await expect(visitor.getByText('You entered ana@example.org.')).toBeVisible();
    await expect(visitor.getByRole('button', { name: 'Send me what is coming' })).toHaveCount(0);
    await expectNoAxeViolations(visitor);
    await expectNoOverflow(visitor, 390);
    await visitor.getByRole('link', { name: 'Enter another address' }).click();
    await expect(visitor.getByLabel('Email')).toHaveValue('');
    const asked = (await post.waitFor(1)).at(-1);
    const text = asked ? findPart(asked.mail, 'text/plain')?.content : undefined;
    await visitor.goto(club.url + (/\/subscribe\/[\w-]+/.exec(text ?? '')?.[0] ?? ''));
    await visitor.getByRole('button', { name: 'Confirm' }).click();
    await expect(visitor.getByRole('heading', { name: 'You will get upcoming events by email.' })).toBeVisible();
    await expect(visitor.getByText('Once a week, to ana@example.org.')).toBeFocused();

    await signIn(page, club, 'admin@localhost', '/admin/digest');
    await expect(page.getByText('1 person gets it')).toBeVisible();
    await page.getByLabel('Note').fill('Doors open **early**.');
    await page.getByRole('button', { name: 'Save' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('Doors open early.')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Send me this one' }).click();
    const mail = (await post.waitFor(2)).at(-1);
    expect(mail?.to).toEqual(['admin@localhost']);
    await page.getByRole('button', { name: 'Leave this one out' }).click();
    await expect(page.getByText('This one is left out.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove ana@example.org' }).click();
    await page
      .getByRole('dialog', { name: 'Remove address' })
      .getByRole('button', { name: 'Remove', exact: true })
      .click();
    await expect(page.getByText('0 people get it')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await visitor.context().close();
    await post.close();
  },
);

test('without JavaScript somebody asks for the mail and confirms it', async ({ browser, startClub }) => {
  const post = await openMailServer();
  const club = await startClub({ ...withDigestTomorrow(), SMTP_URL: post.url });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${club.url}/subscribe`);
  await page.getByLabel('Email').fill('ana@example.org');
  await page.getByRole('button', { name: 'Send me what is coming' }).click();
  await expect(page.getByText('Please look into your mail and confirm.')).toBeVisible();
  const asked = (await post.waitFor(1)).at(-1);
  const text = asked ? findPart(asked.mail, 'text/plain')?.content : undefined;
  await page.goto(club.url + (/\/subscribe\/[\w-]+/.exec(text ?? '')?.[0] ?? ''));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'You will get upcoming events by email.' })).toBeVisible();
  expect(queryRows(club, 'select email from subscribers')).toEqual([{ email: 'ana@example.org' }]);
  await context.close();
  await post.close();
});

test(
  'without a network the address that was typed stays, and what happened is said',
  { tag: '@long' },
  async ({ page, context, startClub, complaints }) => {
    const club = await startClub(withDigestTomorrow());
    await page.goto(`${club.url}/subscribe`);
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Email').fill('ana@example.org');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send me what is coming' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'You are offline. Nothing is lost: try again once you are back online.',
    );
    await expect(page.getByLabel('Email')).toHaveValue('ana@example.org');
    // Once the address is another, the sentence is about none that stands there.
    await page.getByLabel('Email').fill('ben@example.org');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Send me what is coming' }).click();
    await expect(page.getByText('Please look into your mail and confirm.')).toBeFocused();
    complaints.length = 0;
  },
);

const NOTE = `Doors open **early**, see [the rules](/links).

![A cat](https://elsewhere.example/cat.png)

| Day | Room |
| --- | ---- |
| Monday | 12 |`;

/** How a mail program shows a mail: with its own colours around it, in light and in dark. */
const PROGRAMS: Record<string, (mail: string) => string> = {
  'shows it as it is written': (mail) => mail,
  'puts its body into a page of its own': (mail) => {
    const [, style = '', body = ''] = /<body style="([^"]*)">(.*)<\/body>/s.exec(mail) ?? [];
    return `<!doctype html><html lang="en"><meta name="color-scheme" content="light dark"><div style="${style}">${body}</div>`;
  },
  'knows neither styles nor themes': (mail) =>
    mail.replaceAll(/<style>.*?<\/style>|<meta name="[^>]*>| style="[^"]*"/gs, ''),
};

async function showIn(browser: Browser, html: string, colorScheme: 'light' | 'dark') {
  const context = await browser.newContext({ colorScheme });
  const page = await context.newPage();
  const asked: string[] = [];
  await page.route('**', (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await page.setContent(html, { waitUntil: 'networkidle' });
  await page.addStyleTag({ content: 'html { background: Canvas; color: CanvasText }' });
  return { context, page, asked };
}

test(
  'the mail of the week is readable in each kind of mail program',
  { tag: '@long' },
  async ({ page, browser, startClub }) => {
    const post = await openMailServer();
    const club = await startClub({ ...withDigestTomorrow(), SMTP_URL: post.url });
    await signIn(page, club, 'admin@localhost', '/admin/digest');
    await page.getByLabel('Note').fill(NOTE);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('region', { name: 'Preview' }).getByText('Doors open early')).toBeVisible();
    await page.getByRole('button', { name: 'Send me this one' }).click();
    const received = (await post.waitFor(1)).at(-1);
    const html = received ? (findPart(received.mail, 'text/html')?.content ?? '') : '';
    for (const [what, shownBy] of Object.entries(PROGRAMS)) {
      for (const scheme of ['light', 'dark'] as const) {
        await test.step(`a program that ${what}, in ${scheme}`, async () => {
          const { context, page: mail, asked } = await showIn(browser, shownBy(html), scheme);
          await expect(mail.getByRole('heading', { level: 2 }).first()).toBeVisible();
          for (const heading of await mail.getByRole('heading', { level: 2 }).all())
            await expect(heading.getByRole('link')).toBeVisible();
          await expect(mail.getByRole('cell', { name: '12' })).toBeVisible();
          // The note's table alone: the mail itself is laid out by none.
          await expect(mail.getByRole('table')).toHaveCount(1);
          await expect(mail.getByRole('link', { name: 'Stop these mails' })).toBeVisible();
          for (const width of [1280, 320]) {
            await mail.setViewportSize({ width, height: 800 });
            await expectNoOverflow(mail, width);
          }
          const { violations } = await new AxeBuilder({ page: mail })
            .withRules(['color-contrast', 'link-name'])
            .analyze();
          expect(whatAxeFound(violations)).toEqual([]);
          expect(asked).toEqual([]);
          await context.close();
        });
      }
    }
    await post.close();
  },
);

import type { Page } from '@playwright/test';
import { codeSvg } from '../app/qr-code.ts';
import { GAME_NIGHT } from './admin-states.ts';
import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { importInto, signIn } from './signing-in.ts';

test('an officer adds a short link, and takes its code along', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub();
  await signIn(page, club, 'admin@localhost', '/admin/links');
  await page.getByRole('button', { name: 'Add a link' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a link' });
  await dialog.getByLabel('Note').fill('Chat for first-years');
  await expect(dialog.getByLabel('Address')).toHaveValue('chat-for-first-years');
  await dialog.getByLabel('Address').fill('chat');
  await dialog.getByLabel('Leads to').fill('/door/token');
  await dialog.getByLabel('Note').press('Enter');
  await expect(dialog.getByText('belongs to one person').first()).toBeVisible();
  await dialog.getByLabel('Leads to').fill('/team');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.getByRole('row', { name: /\/go\/chat/ });
  await expect(row).toContainText('/team');
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(row.getByText('visits')).toBeVisible();
  if (size) await page.setViewportSize(size);
  await expect(row.getByText('visits')).toBeHidden();
  await row.getByRole('button', { name: 'QR code' }).click();
  const code = page.getByRole('dialog', { name: 'QR code' });
  await expect(code.getByRole('img', { name: `Code for ${club.url}/go/chat` })).toBeVisible();
  await expectNoAxeViolations(page);
  for (const kind of ['PNG', 'SVG']) {
    const download = page.waitForEvent('download');
    await code.getByRole('button', { name: `Download ${kind}` }).click();
    expect((await download).suggestedFilename()).toBe(`code-go-chat.${kind.toLowerCase()}`);
  }
  await page.keyboard.press('Escape');
  await page.goto(`${club.url}/go/chat`);
  await expect(page).toHaveURL(`${club.url}/team`);
});

test('a code stands beside every link to share, always in the same dialog', async ({ page, startClub }) => {
  const club = await startClub();
  await signIn(page, club, 'admin@localhost');
  const showsCode = async (name: string, url: string) => {
    const links = page.getByRole('button', { name: /^Copy link/ });
    await expect(links.first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^QR code/ })).toHaveCount(await links.count());
    await page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'QR code' });
    const picture = `data:image/svg+xml,${encodeURIComponent(codeSvg(url))}`;
    await expect(dialog.getByRole('img', { name: `Code for ${url}`, exact: true })).toHaveAttribute('src', picture);
    for (const kind of ['PNG', 'SVG'])
      await expect(dialog.getByRole('button', { name: `Download ${kind}` })).toBeVisible();
  };
  const places = [
    [`/admin/events/${GAME_NIGHT}`, 'QR code', `/events/${GAME_NIGHT}`],
    ['/admin/members', 'QR code of /membership', '/membership'],
    ['/admin/submissions', 'QR code of /signup', '/signup'],
    ['/admin/links', 'QR code of /go/join', '/go/join'],
  ] as const;
  for (const [screen, name, path] of places) {
    await page.goto(club.url + screen);
    await showsCode(name, club.url + path);
  }
  await page.goto(`${club.url}/admin/events/${GAME_NIGHT}/door`);
  await page.getByRole('button', { name: 'Link for helpers' }).click();
  const link = page.getByRole('dialog', { name: 'Link for helpers' }).getByRole('link', { name: /\/door\// });
  await showsCode('QR code', await link.innerText());
});

test('the short link of an event is called so, and no name in it is cut in two', async ({ page, startClub }) => {
  const club = await startClub();
  await importInto(club, { event: { jam: { title: 'A long evening of board games' } } });
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, club, 'admin@localhost', '/admin/events/jam');
  await page.getByRole('button', { name: 'Short link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Short link' });
  await expect(dialog.getByText(`${club.url}/go/a-long-evening-of-board-games`)).toBeVisible();
  const name = dialog.getByText('a-long-evening-of-board-games', { exact: true });
  expect(await name.evaluate((part) => part.getClientRects().length)).toBe(1);
  expect(await name.evaluate((part) => part.clientHeight < 2 * parseFloat(getComputedStyle(part).lineHeight))).toBe(
    true,
  );
});

test('a long note without a space makes the links no wider than the screen', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, { link: { chat: { slug: 'chat', url: '/contact', note: 'x'.repeat(200) } } });
  await signIn(page, club, 'admin@localhost', '/admin/links');
  await page.setViewportSize({ width: 1280, height: 640 });
  await expect(page.getByRole('rowheader', { name: '/go/chat' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
  const note = await page.getByText('x'.repeat(200)).boundingBox();
  expect(note?.width).toBeGreaterThan(200);
});

test(
  'visits by day stand below their headings, and a long target leaves a note its words',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub();
    await importInto(club, { link: { far: { slug: 'far', url: `/${'x'.repeat(1999)}`, note: 'On every poster' } } });
    await fetch(`${club.url}/go/far`, { redirect: 'manual' });
    await signIn(page, club, 'admin@localhost', '/admin/links');
    const row = page.getByRole('row', { name: /\/go\/far/ });
    const days = row.getByText('visit of /go/far by day');
    // Visits are stored some seconds after they were made.
    await expect(async () => {
      await page.reload();
      await expect(days).toHaveCount(1, { timeout: 500 });
    }).toPass();
    await row.locator('summary').press('Enter');
    const table = row.getByRole('table');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const part of [
        table.getByRole('columnheader', { name: 'Visits' }),
        table.getByRole('cell', { name: '1' }),
      ]) {
        await part.scrollIntoViewIfNeeded();
        const isInSight = await part.evaluate((cell) => {
          const { x, y, width: wide, height } = cell.getBoundingClientRect();
          return wide > 1 && document.elementFromPoint(x + wide / 2, y + height / 2) === cell;
        });
        expect([width, isInSight]).toEqual([width, true]);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    expect((await row.getByText('On every poster').boundingBox())?.width).toBeGreaterThan(100);
  },
);

test('a committee proposes an event, and an officer publishes it', async ({ page, browser, startClub }) => {
  const club = await startClub();
  await signIn(page, club, 'admin@localhost', '/admin/committees');
  await page.getByRole('button', { name: 'Add a committee' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a committee' });
  await adding.getByLabel('Name').fill('Film');
  await adding.getByLabel('May publish').uncheck();
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('row', { name: /Film No: its events are proposed/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Games Yes: it publishes its events/ })).toBeVisible();
  await importInto(club, { event: { others: { title: 'Not theirs' } } });
  await page.goto(`${club.url}/admin/people`);
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const inviting = page.getByRole('dialog', { name: 'Invite someone' });
  await inviting.getByLabel('Email').fill('member@localhost');
  await inviting.getByLabel('Role').selectOption('Committee');
  await inviting.getByRole('group', { name: 'Committees' }).getByLabel('Film').check();
  await expectNoAxeViolations(page);
  await inviting.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();

  const member = await (await browser.newContext()).newPage();
  await signIn(member, club, 'member@localhost');
  await expect(member.getByRole('link', { name: 'Create event' })).toBeVisible();
  await member.goto(`${club.url}/admin/events`);
  await expect(member.getByRole('link', { name: 'Not theirs' })).toBeVisible();
  await expect(member.getByRole('button', { name: 'Edit Not theirs' })).toBeHidden();
  await member.getByRole('button', { name: 'Create a new event' }).click();
  const event = member.getByRole('dialog', { name: 'Add an event' });
  await expect(event.getByLabel('Committee')).toHaveValue('Film');
  await expect(event.getByLabel('Visibility')).toBeHidden();
  await expect(event.getByText('Repeats', { exact: true })).toBeVisible();
  await event.getByLabel('Title').fill('Silent films');
  await event.getByLabel('Start time').fill('2031-05-02T18:00');
  await event.getByRole('button', { name: 'Propose' }).click();
  await expect(member.getByRole('heading', { name: '‘Silent films’ is proposed, but not public yet.' })).toBeVisible();
  await member.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(member.getByRole('button', { name: 'Create a new event' })).toBeFocused();
  const row = member.getByRole('row', { name: /Silent films/ });
  await expect(row).toContainText('Proposed by');
  await expect(member.getByRole('button', { name: 'Edit Silent films' })).toBeVisible();

  // Beside the sample's own.
  await page.goto(`${club.url}/admin/home`);
  await expect(page.getByText('2 events are proposed.')).toHaveText(/proposed\. .+, .+/);
  await page.getByLabel('Email me about proposals').check();
  await expect(page.getByText('You get an email about each proposal')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Email me about proposals')).toBeChecked();
  await page.getByRole('link', { name: 'Silent films' }).first().click();
  await page.getByRole('button', { name: 'Send back' }).click();
  const back = page.getByRole('dialog', { name: 'Send back' });
  await back.getByLabel('What is missing').fill('A room');
  await back.getByRole('button', { name: 'Send back' }).click();
  await expect(page.getByText('Sent back: A room')).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'Event page' }).click();
  await expect(page.getByText('Organised by Film')).toBeVisible();

  // Theirs to change, but not to take back: there is nothing to decide about publishing it.
  await member.getByRole('button', { name: 'Edit Silent films' }).click();
  const editing = member.getByRole('dialog', { name: 'Edit event' });
  await expect(editing.getByText('Files and recap')).toBeVisible();
  await expect(editing.getByText('Publishing')).toHaveCount(0);
});

test('the role Committee is given with committees, which are asked for first', async ({ page, browser, startClub }) => {
  const club = await startClub();
  const member = await (await browser.newContext()).newPage();
  await signIn(member, club, 'member@localhost');
  await club.command('grant', 'member@localhost', '--role', 'viewer');
  await signIn(page, club, 'admin@localhost', '/admin/people');
  const role = page.getByLabel('Role of Local member');
  const dialog = page.getByRole('dialog', { name: 'Committees of Local member' });
  await role.selectOption('Committee');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please choose at least one committee').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(role).toHaveValue('viewer');
  await role.selectOption('Committee');
  await dialog.getByLabel('Games').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(role).toHaveValue('committee');
  await page.getByRole('button', { name: 'Committees of Local member' }).click();
  await expect(dialog.getByLabel('Games')).toBeChecked();
  await expect(dialog.getByLabel('Outreach')).not.toBeChecked();

  await member.goto(`${club.url}/admin/events`);
  await member.getByRole('button', { name: 'Create a new event' }).click();
  const choices = (one: Page) =>
    one.getByRole('dialog', { name: 'Add an event' }).getByLabel('Committee').locator('option');
  await expect(choices(member)).toHaveText(['Games']);
  await page.goto(`${club.url}/admin/events`);
  await page.getByRole('button', { name: 'Create a new event' }).click();
  await expect(choices(page)).toHaveText(['None', 'Games', 'Outreach']);
  await page.keyboard.press('Escape');
  // A club without committees is not asked for one.
  await page.goto(`${club.url}/admin/committees`);
  for (const name of ['Games', 'Outreach']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByRole('dialog', { name: 'Remove committees' }).getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeHidden();
  }
  await page.goto(`${club.url}/admin/events`);
  await page.getByRole('button', { name: 'Create a new event' }).click();
  await expect(page.getByRole('dialog', { name: 'Add an event' }).getByLabel('Title')).toBeVisible();
  await expect(choices(page)).toHaveCount(0);
});

test('whoever works on an event while their committee is removed keeps what they typed, and reads why it is not saved', async ({
  page,
  browser,
  startClub,
  complaints,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, {
    committee: { games: { name: 'Games', mayPublish: true }, talks: { name: 'Talks', mayPublish: true } },
    event: { chess: { title: 'Chess', committee: 'talks', datetime: { timeStartTimestamp: 1_935_000_000_000 } } },
  });
  const member = await (await browser.newContext()).newPage();
  await signIn(member, club, 'member@localhost');
  const committees = ['--committee', 'games', '--committee', 'talks'];
  await club.command('grant', 'member@localhost', '--role', 'committee', ...committees);
  await signIn(page, club, 'admin@localhost', '/admin/committees');
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByRole('dialog', { name: 'Remove committees' }).getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeHidden();
  };
  const event = await member.context().newPage();
  await event.goto(`${club.url}/admin/events/chess`);
  await event.getByRole('link', { name: 'Edit event' }).click();
  const editing = event.getByRole('dialog', { name: 'Edit event' });
  await editing.getByLabel('Title').fill('Chess and Go');

  await member.goto(`${club.url}/admin/events`);
  await member.getByRole('button', { name: 'Create a new event' }).click();
  const adding = member.getByRole('dialog', { name: 'Add an event' });
  await adding.getByLabel('Title').fill('Silent films');
  await adding.getByLabel('Start time').fill('2031-05-02T18:00');
  await adding.getByLabel('Committee').selectOption('Games');
  await remove('Games');
  await expect(adding.getByLabel('Committee').getByRole('option', { name: 'Games' })).toHaveCount(0);
  await adding.getByRole('button', { name: 'Create Event' }).click();
  await expect(adding.getByText('Please choose one of your committees').first()).toBeVisible();

  await remove('Talks');
  await expect(member.getByRole('button', { name: 'Create a new event' })).toHaveCount(0);
  const refused = 'Your role does not include this. An admin of the club can change that.';
  await adding.getByRole('button', { name: 'Propose' }).click();
  await expect(adding.getByText(refused)).toBeVisible();
  await expect(adding.getByLabel('Title')).toHaveValue('Silent films');
  await editing.getByRole('button', { name: 'Update Event' }).click();
  await expect(editing.getByText(refused)).toBeVisible();
  await expect(editing.getByLabel('Title')).toHaveValue('Chess and Go');
  // The browser notes each refusal.
  complaints.length = 0;
});

test(
  'whoever chose a time to publish an event may still propose it for another committee',
  { tag: '@long' },
  async ({ page, browser, startClub }) => {
    const club = await startClub();
    await signIn(page, club, 'admin@localhost', '/admin/people');
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const inviting = page.getByRole('dialog', { name: 'Invite someone' });
    await inviting.getByLabel('Email').fill('member@localhost');
    await inviting.getByLabel('Role').selectOption('Committee');
    for (const name of ['Games', 'Outreach'])
      await inviting.getByRole('group', { name: 'Committees' }).getByLabel(name).check();
    await inviting.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();

    const member = await (await browser.newContext()).newPage();
    await signIn(member, club, 'member@localhost', '/admin/events');
    await member.getByRole('button', { name: 'Create a new event' }).click();
    const event = member.getByRole('dialog', { name: 'Add an event' });
    await event.getByLabel('Title').fill('Silent films');
    await event.getByLabel('Start time').fill('2031-05-02T18:00');
    await event.getByLabel('Committee').selectOption('Games');
    await event.getByText('Publishing', { exact: true }).click();
    await event.getByLabel('Visibility').selectOption('Publish at');
    await event.getByLabel('Committee').selectOption('Outreach');
    await expect(event.getByLabel('Visibility')).toHaveCount(0);
    await event.getByRole('button', { name: 'Propose' }).click();
    await expect(
      member.getByRole('heading', { name: '‘Silent films’ is proposed, but not public yet.' }),
    ).toBeVisible();
  },
);

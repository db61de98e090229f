import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, type RunningClub } from './club.ts';
import { unfold } from './event-dialog.ts';
import { findGluedWords } from './words-apart.ts';

/** An event of the sample club with sign-ups and a door. */
export const GAME_NIGHT = '-Ofz9T4KdK2vYI12T1Qk';

/** One with a price. */
const PLANETARIUM = '-Oh1bPlaNetTripDayOut0';

/** One that is over, of which officers said how it went. */
const LAN_PARTY = '-Obo5V5CXtBpve51LWYT';

/** What there is to see of the admin area of the sample club: each opens one screen or dialog. */
type Opener = (page: Page, open: (path: string) => Promise<void>) => Promise<void>;

/** Screens of the admin area as they open. */
export const ADMIN_SCREENS = [
  '/admin/home',
  '/admin/execs',
  '/admin/events',
  '/admin/events?search=nothing+like+it',
  '/admin/food',
  '/admin/dsc',
  '/admin/pages',
  '/admin/files',
  '/admin/sponsors',
  '/admin/links',
  '/admin/kinds',
  '/admin/submissions',
  '/admin/texts',
  '/admin/people',
  '/admin/committees',
  '/admin/members',
  '/admin/digest',
  '/admin/personal-data',
  '/admin/handover',
  '/admin/dates',
  '/admin/year',
  '/admin/trash',
];

/** And those of an event. */
export const EVENT_SCREENS = [
  ...['', '/announce', '/door'].map((path) => `/admin/events/${GAME_NIGHT}${path}`),
  ...['', '/door', '/payments'].map((path) => `/admin/events/${PLANETARIUM}${path}`),
];

/** States of these screens, and every dialog. */
export const ADMIN_STATES: Record<string, Opener> = {
  'ticked rows': async (page, open) => {
    await open('/admin/execs');
    await page.getByLabel('Select all: Current Executives').check();
    await expect(page.getByText('9 selected')).toBeVisible();
  },
  'a new exec, refused': async (page, open) => {
    await open('/admin/execs');
    await page.getByRole('button', { name: 'Add new executive' }).click();
    await page.getByRole('button', { name: 'Add Exec' }).click();
    await expect(page.getByText('Please enter a name')).toBeVisible();
  },
  'an exec that is edited, and a file that failed': async (page, open) => {
    await open('/admin/execs');
    await page.getByRole('button', { name: 'Edit Amara Boakye' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit exec' });
    await dialog.getByRole('button', { name: /^Remove / }).click();
    const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not an image') };
    await dialog.getByLabel('Upload Image').setInputFiles(broken);
    await expect(dialog.getByText('does not hold a PNG image').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Update Exec' }).click();
    await expect(dialog.getByRole('button', { name: 'Save without it' })).toBeVisible();
  },
  'removing execs': async (page, open) => {
    await open('/admin/execs');
    await page.getByLabel('Select all: Current Executives').check();
    await page.getByRole('button', { name: 'Remove selected execs' }).click();
    await expect(page.getByRole('dialog', { name: 'Remove execs' })).toBeVisible();
  },
  'a new event with a form, refused': async (page, open) => {
    await open('/admin/events');
    await page.getByRole('button', { name: 'Create a new event' }).click();
    const dialog = await unfold(page.getByRole('dialog', { name: 'Add an event' }));
    for (const type of ['Text', 'Long text', 'Radio', 'Several', 'Checkbox']) {
      await dialog.getByLabel('Add new field').selectOption(type);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    }
    await dialog.getByRole('button', { name: 'Add option' }).first().click();
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await expect(dialog.getByText('Please enter a label').first()).toBeVisible();
  },
  'an event that is edited': async (page, open) => {
    await open('/admin/events');
    await page.getByRole('button', { name: 'Edit Game Night' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit event' }).getByLabel('Title')).toHaveValue('Game Night');
  },
  'unsaved changes': async (page, open) => {
    await open('/admin/events');
    await page.getByRole('button', { name: 'Create a new event' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Something');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible();
  },
  'removing events': async (page, open) => {
    await open('/admin/events');
    await page.getByLabel('Select Game Night').check();
    await page.getByRole('button', { name: 'Remove 1 event' }).click();
    await expect(page.getByText('12 responses')).toBeVisible();
  },
  'the responses of an event': async (page, open) => {
    await open('/admin/events');
    await page.getByRole('link', { name: 'Game Night' }).click();
    await expect(page.getByRole('table', { name: 'Responses' })).toBeVisible();
  },
  'a message to those who signed up, refused': async (page, open) => {
    await open(`/admin/events/${GAME_NIGHT}#message`);
    await page.getByRole('dialog').getByRole('button', { name: 'Send me a test' }).click();
    await expect(page.getByText('Please enter a subject')).toBeVisible();
  },
  'somebody who is signed up by an officer': async (page, open) => {
    await open(`/admin/events/${GAME_NIGHT}`);
    await page.getByRole('button', { name: 'Add a sign-up' }).click();
    await expect(page.getByRole('dialog', { name: 'Add a sign-up' })).toBeVisible();
  },
  'answers that are edited': async (page, open) => {
    await open(`/admin/events/${GAME_NIGHT}`);
    await page
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Edit answers' }).click();
    await expect(page.getByRole('dialog', { name: /^Answers of / })).toBeVisible();
  },
  'cancelling an event': async (page, open) => {
    await open(`/admin/events/${GAME_NIGHT}`);
    await page.getByRole('button', { name: 'Cancel event' }).click();
    await expect(page.getByRole('dialog').getByLabel('What people should know')).toBeVisible();
  },
  'a link for helpers': async (page, open) => {
    await open(`/admin/events/${PLANETARIUM}/door`);
    await page.getByRole('button', { name: 'Link for helpers' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'somebody who comes to the door': async (page, open) => {
    await open(`/admin/events/${GAME_NIGHT}/door`);
    await page.getByRole('button', { name: 'Add someone' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'a payment that is marked': async (page, open) => {
    await open(`/admin/events/${PLANETARIUM}/payments`);
    await page
      .getByRole('button', { name: /^Mark .* as paid$/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: 'Mark as paid' })).toBeVisible();
  },
  'lines of a bank statement': async (page, open) => {
    await open(`/admin/events/${PLANETARIUM}/payments`);
    await page.getByRole('button', { name: 'Match payments' }).click();
    const dialog = page.getByRole('dialog', { name: 'Match payments' });
    await dialog.getByLabel('Bank statement').fill('20 Nov;ZZZZ2222;3,00');
    await dialog.getByRole('button', { name: 'Find references' }).click();
    await expect(dialog.getByText('1 unknown')).toBeVisible();
  },
  'a file of events': async (page, open) => {
    await open('/admin/events');
    await page.getByRole('button', { name: 'Import events' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import events' });
    const text = 'Title,Start\nCompilers,2037-12-20 18:00\nNowhen,\n';
    await dialog
      .getByLabel('File')
      .setInputFiles({ name: 'events.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await expect(dialog.getByText('New 1')).toBeVisible();
  },
  'a short link for an event': async (page, open) => {
    await open(`/admin/events/${GAME_NIGHT}`);
    await page.getByRole('button', { name: 'Short link' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'a new link, refused': async (page, open) => {
    await open('/admin/links');
    await page.getByRole('button', { name: 'Add a link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a link' });
    await dialog.getByLabel('Address').fill('chat');
    await dialog.getByLabel('Leads to').fill('/door/token');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText('belongs to one person').first()).toBeVisible();
  },
  'the code of a link': async (page, open) => {
    await open('/admin/links');
    await page.getByRole('button', { name: 'QR code' }).first().click();
    await expect(page.getByRole('dialog', { name: 'QR code' }).getByRole('img')).toBeVisible();
  },
  'a new committee': async (page, open) => {
    await open('/admin/committees');
    await page.getByRole('button', { name: 'Add a committee' }).click();
    await expect(page.getByRole('dialog', { name: 'Add a committee' })).toBeVisible();
  },
  'a new kind': async (page, open) => {
    await open('/admin/kinds');
    await page.getByRole('button', { name: 'Add a kind' }).click();
    await expect(page.getByRole('dialog', { name: 'Add a kind' })).toBeVisible();
  },
  'somebody who is invited, refused': async (page, open) => {
    await open('/admin/people');
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await page.getByRole('dialog').getByLabel('Email').fill('nobody');
    await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByRole('dialog').getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  },
  'a new member': async (page, open) => {
    await open('/admin/members');
    await page.getByRole('button', { name: 'Add a member' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'a file of members': async (page, open) => {
    await open('/admin/members');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const text = 'email;name\nzoe@example.org;Zoe\nnobody;\n';
    const file = { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.getByRole('dialog').getByLabel('File').setInputFiles(file);
    await expect(page.getByText('Line 3: This is not an email address.')).toBeVisible();
  },
  'an item that is handed over': async (page, open) => {
    await open('/admin/handover/what-else');
    await page.getByRole('button', { name: 'Add an item' }).click();
    await expect(page.getByRole('dialog', { name: 'Add an item' })).toBeVisible();
  },
  'owners of what the site finds': async (page, open) => {
    await open('/admin/dates');
    await page.getByRole('button', { name: 'Edit Backup' }).click();
    await expect(page.getByRole('dialog', { name: 'Owners of Backup' })).toBeVisible();
  },
  'a practice, refused': async (page, open) => {
    await open('/admin/dates');
    await page.getByRole('button', { name: 'Practise' }).click();
    const dialog = page.getByRole('dialog', { name: 'Practise' });
    await dialog.getByLabel('Code').fill('7KQM-X2BD');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('This code is not from a backup').first()).toBeVisible();
  },
  'a new food item, refused': async (page, open) => {
    await open('/admin/food');
    await page.getByRole('button', { name: 'Add new food item' }).click();
    await page.getByLabel('Price').fill('a lot');
    await page.getByRole('button', { name: 'Add food item' }).click();
    await expect(page.getByText('Please enter a price such as 3 or 2.50')).toBeVisible();
  },
  'a card that is edited': async (page, open) => {
    await open('/admin/dsc');
    await page.getByRole('button', { name: 'Edit Study circles' }).click();
    await expect(page.getByRole('dialog').getByRole('region', { name: 'Preview' })).toContainText('one book');
  },
  'removing a card': async (page, open) => {
    await open('/admin/dsc');
    await page.getByRole('button', { name: 'Remove Study circles' }).click();
    await expect(page.getByRole('dialog', { name: 'Remove card' })).toBeVisible();
  },
  'a new page, refused, with what its text will look like': async (page, open) => {
    await open('/admin/pages');
    await page.getByRole('button', { name: 'Add a page' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a page' });
    await dialog.getByLabel('Text').fill('# Rules\n\n- [ ] none\n\n`code`');
    await expect(dialog.getByRole('region', { name: 'Preview' }).getByRole('heading')).toHaveText('Rules');
    await dialog.getByRole('button', { name: 'Add page' }).click();
    await expect(dialog.getByText('Please enter a title')).toBeVisible();
  },
  'a page that is edited': async (page, open) => {
    await open('/admin/pages');
    await page.getByRole('button', { name: 'Edit Mentoring' }).click();
    const preview = page.getByRole('dialog', { name: 'Edit page' }).getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('table')).toBeVisible();
  },
  'removing a page': async (page, open) => {
    await open('/admin/pages');
    await page.getByLabel('Select Mentoring').check();
    await page.getByRole('button', { name: 'Remove selected pages' }).click();
    await expect(page.getByRole('dialog', { name: 'Remove pages' })).toBeVisible();
  },
  'a new sponsor, refused': async (page, open) => {
    await open('/admin/sponsors');
    await page.getByRole('button', { name: 'Add a sponsor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a sponsor' });
    await dialog.getByLabel('Link').fill('nowhere');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText('Please enter a link that begins with https://')).toBeVisible();
  },
  'a sponsor that is edited': async (page, open) => {
    await open('/admin/sponsors');
    await page.getByRole('button', { name: 'Edit Brindlecove Coffee' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit sponsor' });
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Brindlecove Coffee');
  },
  'removing a sponsor': async (page, open) => {
    await open('/admin/sponsors');
    await page.getByRole('button', { name: 'Remove Brindlecove Coffee' }).click();
    await expect(page.getByRole('dialog', { name: /^Remove sponsor/ })).toBeVisible();
  },
  'a notice that is refused': async (page, open) => {
    await open('/admin/texts');
    const notice = page.getByRole('region', { name: 'Above every page' });
    await notice.getByLabel('Link').fill('nowhere');
    await notice.getByRole('button', { name: 'Save' }).click();
    await expect(notice.getByText('Please enter a link that begins with https://')).toBeVisible();
  },
  'how an event went': async (page, open) => {
    await open(`/admin/events/${LAN_PARTY}`);
    const went = page.getByRole('region', { name: 'How it went' });
    await expect(went.getByLabel('What ran out')).toHaveValue('Extension leads.');
    await went.getByLabel('How many came').fill('many');
    await went.getByRole('button', { name: 'Save' }).click();
    await expect(went.getByLabel('How many came')).toHaveAttribute('aria-invalid', 'true');
  },
  'a copy of an event, with how it went last time': async (page, open) => {
    await open('/admin/events');
    await page.getByRole('button', { name: 'Copy LAN Party' }).click();
    await expect(page.getByRole('dialog').getByText('Extension leads.')).toBeVisible();
  },
  'a slideshow that is changed': async (page, open) => {
    await open('/admin/files');
    await page.getByRole('button', { name: 'Remove slideshow-1.jpg' }).click();
    await expect(page.getByText('There are unsaved changes.')).toBeVisible();
  },
  'a text that is refused': async (page, open) => {
    await open('/admin/texts');
    const form = page.getByRole('form', { name: 'Invitation to the chat: address' });
    await form.getByRole('textbox').fill('nowhere');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('This must be an http(s) address.')).toBeVisible();
  },
  'responses that cannot be counted': async (page, open) => {
    await open('/admin/events');
    await page.route('**/admin/responses-to-remove**', (route) => route.fulfill({ status: 503, body: '' }), {
      times: 1,
    });
    await page.getByLabel('Select Game Night').check();
    await page.getByRole('button', { name: 'Remove 1 event' }).click();
    await expect(page.getByRole('button', { name: 'Count again' })).toBeVisible();
  },
  'a screen that cannot be loaded': async (page, open) => {
    await open('/admin/execs');
    await page.route('**/admin/food.data**', (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Food' }).click();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.unroute('**/admin/food.data**');
  },
};

/** A state as a window of this width shows it with all its parts open: it is reached in a wide one, where none is folded. */
export async function showAt(
  page: Page,
  width: number,
  show: Opener,
  open: (path: string) => Promise<void>,
): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await show(page, open);
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });
}

/** Complaints of the browser: of a refused upload, whose picture Playwright's trace asks for, and of what failed. */
export const EXPECTED = /status of (422|503)|Connecting to 'blob:/;

/** Goes to a path of the site; a change that is not saved is left behind. */
export function opener(page: Page, { url }: RunningClub): (path: string) => Promise<void> {
  page.on('dialog', (dialog) => dialog.accept());
  return async (path) => {
    await page.goto(url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
}

/** What axe finds, in words, whether the page is wider than the window, and what only a margin parts. */
export async function faultsOf(page: Page, what: string): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  // What is behind a dialog has been looked at before.
  const { violations } = await ((await page.getByRole('dialog').count()) ? axe.include('dialog[open]') : axe).analyze();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  const found = violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map((node) => node.html).join(' ')}`);
  found.push(...(await findGluedWords(page)).map((words) => `${what}: only a margin parts ${words}`));
  return wide ? [...found, `${what}: wider than the window`] : found;
}

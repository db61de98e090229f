import type { Locator } from '@playwright/test';
import { expect, test } from './club.ts';
import { fileOf, pictureFile } from './files.ts';
import { localPassword } from './signing-in.ts';
import { tabsOf } from './tabs.ts';

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80"><circle cx="40" cy="40" r="30" fill="#0b5563"/>
  <rect x="90" y="25" width="130" height="30" fill="#0b5563"/></svg>`;

/** docs/usability.md tells of it. */
test(
  'from an empty club to a first event with two sponsors and somebody who signs up, by presses',
  { tag: '@long' },
  async ({ page, startClub, browser }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    let presses = 0;
    const press = async (what: Locator) => {
      presses++;
      await what.click();
    };
    const choose = async (what: Locator, file: string) => {
      // The button, and the file in the system's own dialog.
      presses += 2;
      await what.setInputFiles(file);
    };

    await page.goto(`${club.url}/auth/login`);
    const opening = page.waitForEvent('popup');
    await press(page.getByRole('button', { name: 'Login' }));
    const popup = await opening;
    await popup.getByLabel('Email').fill('admin@localhost');
    await popup.getByLabel('Password').fill(await localPassword(club));
    await press(popup.getByRole('button', { name: 'Sign in' }));

    await press(page.getByRole('region', { name: 'First steps' }).getByRole('link', { name: 'A first event' }));
    const event = page.getByRole('dialog', { name: 'Add an event' });
    await event.getByLabel('Title').fill('First evening');
    const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    await event.getByLabel('Start time', { exact: true }).fill(`${inAWeek}T18:00`);
    await event.getByLabel('Location').fill('Room 332');
    await press(event.getByLabel('Ask for name and e-mail'));
    await press(event.getByRole('button', { name: 'Create Event' }));
    await expect(event).toBeHidden();

    await press(tabsOf(page).getByText('More', { exact: true }));
    await press(tabsOf(page).getByRole('link', { name: 'Sponsors' }));
    const logos = [
      await pictureFile('quorrel.png', '#0b5563', 300, 120),
      await fileOf('tallowmere.svg', Buffer.from(SVG)),
    ];
    for (const [at, name] of ['Quorrel Instruments', 'Tallowmere Press'].entries()) {
      await press(page.getByRole('button', { name: 'Add a sponsor', exact: true }));
      const sponsor = page.getByRole('dialog', { name: 'Add a sponsor' });
      await sponsor.getByLabel('Name', { exact: true }).fill(name);
      await choose(sponsor.getByLabel('Logo', { exact: true }), logos[at] ?? '');
      await sponsor.getByLabel('Description of the logo').fill(name);
      await sponsor.getByLabel('Link').fill('https://sponsor.example.com');
      await press(sponsor.getByRole('button', { name: 'Add', exact: true }));
      await expect(sponsor).toBeHidden();
    }
    expect(presses).toBe(15);

    const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await phone.goto(`${club.url}/home`);
    const strip = phone.getByRole('region', { name: 'Supported by' });
    await expect(strip.getByRole('img')).toHaveCount(2);
    await press(phone.getByRole('main').getByRole('link', { name: 'First evening' }).first());
    await phone.getByLabel('Name (*)').fill('Ana');
    await phone.getByLabel('Email (*)').fill('ana@example.edu');
    await press(phone.getByRole('button', { name: 'Submit' }));
    await expect(phone.getByText('Your response has been recorded!')).toBeVisible();
    await phone.close();
    await press(tabsOf(page).getByRole('link', { name: 'Home' }));
    await expect(page.getByRole('main').getByText('1 going')).toBeVisible();
    expect(presses).toBe(18);
  },
);

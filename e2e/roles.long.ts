import type { Page, Response } from '@playwright/test';
import { canSomewhere, ROLES } from '../app/domain/roles.ts';
import { expect, test } from './club.ts';
import { ACCOUNT, needsOf, RECORDS, SCREENS } from './role-screens.ts';
import { importInto, signIn } from './signing-in.ts';

/** Presses one of each kind of button, and says which the server refused what they sent or asked for. */
async function pressAll(page: Page, address: string): Promise<string[]> {
  const refused: string[] = [];
  let pressed = '';
  const note = (answer: Response) => {
    if (answer.status() === 403) refused.push(`${pressed}: ${answer.url()}`);
  };
  page.on('response', note);
  const buttons = page.locator('#screen_content').getByRole('button', { disabled: false });
  const words = () =>
    buttons.evaluateAll((all) =>
      all.map((button) => (button.ariaLabel || button.textContent || '').trim().split(' ')[0] ?? ''),
    );
  for (const word of new Set(await words())) {
    pressed = word;
    // What was pressed before may have taken a button away.
    const place = (await words()).indexOf(word);
    if (place < 0) continue;
    await buttons.nth(place).click();
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  page.off('response', note);
  return refused;
}

const WITH_MONEY = {
  ...RECORDS,
  form: { jamform: { ...RECORDS.form.jamform, price: 5, howToPay: 'Cash' } },
  link: { chat: { slug: 'chat', url: '/links', note: 'Chat' } },
};
/** The event that there is is the committee's. */
const OF_GAMES = {
  ...WITH_MONEY,
  committee: { games: { name: 'Film', mayPublish: true } },
  event: { ...RECORDS.event, jam: { ...RECORDS.event.jam, committee: 'games' } },
};

const ALL_SCREENS: Record<string, string> = {
  ...SCREENS,
  '/admin/events/:id/payments': '/admin/events/jam/payments',
  '/admin/links': '/admin/links',
  '/admin/committees': '/admin/committees',
};

for (const role of ROLES.filter((one) => one !== 'admin')) {
  test(`no button that the role ${role} is shown sends or asks for what it is refused`, async ({
    page,
    startClub,
    complaints,
  }) => {
    test.setTimeout(1_800_000);
    const club = await startClub();
    await importInto(club, role === 'committee' ? OF_GAMES : WITH_MONEY);
    await signIn(page, club, ACCOUNT);
    // An open page would follow the change by itself.
    await page.goto('about:blank');
    await club.command('grant', ACCOUNT, '--role', role, ...(role === 'committee' ? ['--committee', 'games'] : []));
    const wrong: string[] = [];
    for (const [route, path] of Object.entries(ALL_SCREENS)) {
      if (!canSomewhere(role, needsOf(route).read)) continue;
      await page.goto(club.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      wrong.push(...(await pressAll(page, club.url + path)).map((one) => `${path} ${one}`));
    }
    expect(wrong).toEqual([]);
    // What the browser itself says of a press is told by the tests of each screen.
    complaints.length = 0;
  });
}

import type { Page, Response } from '@playwright/test';
import { can, canSomewhere, ROLES, type Capability } from '../app/domain/roles.ts';
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

/** On a screen that a role may read and not change. */
const FOR_READERS = /^(Search events|What visitors see|Copy link|QR code|More|Find a screen)$/;
const FOR_EDITORS = 'Short link';
const FOR_RESPONSES = /^(Message|Add a sign-up|Actions for .*|Copy column|Sort by|Ana .*)$/;

/** What a screen changes at addresses of their own. */
const OF_RESOURCES: Record<string, Capability> = { '/admin/events/:id': 'change events' };

interface Seen {
  controls: string[];
  links: string[];
}

/** Names of what can be pressed, ticked or filled in, and where links in the admin area lead, tabs among them. */
async function look(page: Page): Promise<Seen> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Loading the list…')).toBeHidden();
  return page.evaluate(() => {
    for (const menu of document.querySelectorAll('nav details')) menu.setAttribute('open', '');
    const shown = (selector: string) =>
      [
        ...document.querySelectorAll<HTMLElement>(
          `main :is(${selector}), nav[aria-label="Admin area"] :is(${selector})`,
        ),
      ].filter((element) => element.checkVisibility());
    const nameOf = (element: HTMLElement) => {
      const label = 'labels' in element && element.labels instanceof NodeList ? element.labels[0]?.textContent : '';
      return (element.ariaLabel || label || element.textContent || '').replaceAll(/\s+/g, ' ').trim();
    };
    const paths = shown('a[href^="/admin"]').map((link) => link.getAttribute('href') ?? '');
    return {
      controls: [...new Set(shown('button, input, select, textarea, summary').map(nameOf))],
      links: [...new Set(paths.map((path) => path.replace(/#.*/, '')))],
    };
  });
}

test('no screen of the admin area offers what a role may not use, and each all that it may', async ({
  page,
  startClub,
  complaints,
}) => {
  test.setTimeout(300_000);
  const club = await startClub();
  await importInto(club, RECORDS);
  await signIn(page, club, ACCOUNT);
  const admins: Record<string, Seen> = {};
  const wrong: string[] = [];
  // What a committee may is asked with the event: test/committees.test.ts.
  for (const role of ROLES.filter((one) => one !== 'committee')) {
    // An open page would follow the change by itself.
    await page.goto('about:blank');
    await club.command('grant', ACCOUNT, '--role', role);
    const links = new Set<string>();
    for (const [route, path] of Object.entries(SCREENS)) {
      const { read, send: itself } = needsOf(route);
      const send = OF_RESOURCES[route] ?? itself;
      const answer = await page.goto(club.url + path);
      if ((answer?.status() === 403) === can(role, read)) wrong.push(`${role} ${path}: ${answer?.status()}`);
      if (!can(role, read)) continue;
      const seen = await look(page);
      for (const link of seen.links) links.add(link);
      if (role === 'admin') admins[path] = seen;
      const ofAdmin = admins[path]?.controls ?? [];
      const forRole = ofAdmin
        .filter((name) => can(role, 'handle responses') || read !== 'see content' || !FOR_RESPONSES.test(name))
        .filter((name) => can(role, send) || FOR_READERS.test(name))
        .filter((name) => can(role, 'change content') || name !== FOR_EDITORS);
      // On the home each role has findings of its own.
      const isSame = path !== '/admin/home' || !can(role, 'settle findings');
      const expected = isSame ? forRole : forRole.filter((name) => seen.controls.includes(name));
      // What another role has hidden there.
      const own = seen.controls.filter((name) => isSame || !name.startsWith('Hidden: '));
      const [shown, meant] = [own, expected].map((names) => names.toSorted().join(', '));
      if (shown !== meant) wrong.push(`${role} ${path}: ${shown}, not ${meant}`);
    }
    // A screen that is refused has a status of its own, which the browser notes.
    complaints.length = 0;
    for (const link of links) {
      const answer = await page.request.get(club.url + link);
      if (answer.status() >= 400) wrong.push(`${role} is led to ${link}: ${answer.status()}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(admins['/admin/events/jam']?.controls).toEqual(expect.arrayContaining(['Actions for Ana', 'Cancel event']));
});

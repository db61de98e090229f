import type { Locator } from '@playwright/test';
import { expect, test } from './club.ts';
import { importInto, signIn } from './signing-in.ts';

const TITLE = 'أمسية الألعاب اللوحية في نادي علوم الحاسوب';
const DAY = 86_400_000;

/** Where a text's first letter is painted, and the box around its element. */
function firstLetter(text: Locator): Promise<{ letter: DOMRect; box: DOMRect }> {
  return text.evaluate((element) => {
    const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    if (node) range.setStart(node, 0);
    if (node) range.setEnd(node, 1);
    return { letter: range.getBoundingClientRect(), box: element.getBoundingClientRect() };
  });
}

test('what is read from the right begins in sight, and stands with what it belongs to', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const datetime = { timeStartTimestamp: Date.now() + 2 * DAY, timeEndTimestamp: Date.now() + 2 * DAY + 3_600_000 };
  const logo = { name: 'a.png', path: '1/1/1/a', url: '/images/placeholder.svg' };
  await importInto(club, {
    event: { one: { title: TITLE, datetime }, two: { title: 'Chess', datetime } },
    page: {
      own: {
        title: TITLE,
        slug: 'own',
        where: 'menu',
        text: `${TITLE}.\n\n- ${TITLE}\n- Bring a pen.\n\n> ${TITLE}\n>\n>     run();\n\nPlain *words*.`,
      },
    },
    sponsor: { own: { name: TITLE, alt: 'A logo', logo } },
  });
  await page.goto(`${club.url}/own`);
  const entry = await firstLetter(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: TITLE }));
  expect(entry.letter.right).toBeLessThanOrEqual(entry.box.right + 1);

  const paragraph = await firstLetter(page.locator('article p').first());
  expect(paragraph.box.right - paragraph.letter.right).toBeLessThan(4);
  const item = page.locator('article li').first();
  const code = await firstLetter(page.getByText('run();'));
  expect(code.letter.left - code.box.left).toBeLessThan(4);
  const plain = await firstLetter(page.getByText('Bring a pen.'));
  expect(plain.letter.left - plain.box.left).toBeLessThan(4);
  expect((await firstLetter(item)).letter.right).toBeGreaterThan(paragraph.box.right - 40);
  await expect(item).toHaveCSS('direction', 'rtl');
  await expect(page.getByText('Plain words.')).toHaveCSS('direction', 'ltr');

  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${club.url}/events`);
    const [title, place] = await Promise.all(
      [TITLE, 'Chess'].map((name) =>
        page.getByRole('article').filter({ hasText: name }).getByRole('heading').evaluate(leftOfText),
      ),
    );
    const cards = await page
      .getByRole('article')
      .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().left));
    expect(Math.abs((title ?? 0) - (cards[0] ?? 0) - (place ?? 0) + (cards[1] ?? 0))).toBeLessThan(4);
    await page.goto(`${club.url}/sponsors`);
    const sponsor = page.getByRole('main').getByRole('listitem');
    const plate = await sponsor
      .getByRole('img')
      .evaluate((picture) => picture.closest('li > *')?.getBoundingClientRect().left);
    expect(Math.abs((await sponsor.getByText(TITLE).evaluate(leftOfText)) - (plate ?? 0))).toBeLessThan(4);
  }
});

test('a title that is read from the right leaves the words beside it in their order', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  // Half past: at the full hour the time has no colon.
  const since = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 1_800_000;
  await importInto(club, {
    event: { one: { title: TITLE, formId: 'form', datetime: { timeStartTimestamp: Date.now() + 2 * DAY } } },
    form: { form: { asksPerson: true, places: 5 } },
    entry: { form: { ana: { name: 'Ana', $state: 'going', $since: since } } },
    kind: { chess: { name: 'Chess', slug: 'chess' }, games: { name: TITLE, slug: 'games' } },
  });
  await signIn(page, club, 'admin@localhost');
  const line = page.getByRole('region', { name: 'Newest responses' }).getByText(TITLE).last();
  const time = page.getByRole('region', { name: 'Newest responses' }).getByText(/[AP]M$/);
  const [title, colon] = await Promise.all([line.evaluate(rectangleOf, TITLE), time.evaluate(rectangleOf, ':')]);
  expect(title?.right).toBeLessThanOrEqual(colon?.left ?? 0);

  await page.goto(`${club.url}/admin/kinds`);
  const [chess, games] = await Promise.all(
    ['Chess', TITLE].map((name) =>
      page.getByRole('main').getByText(name, { exact: true }).first().evaluate(leftOfText),
    ),
  );
  expect(Math.abs((chess ?? 0) - (games ?? 0))).toBeLessThan(4);
});

/** Where these letters, the last of their kind in the element, are painted. */
function rectangleOf(element: Element, letters: string): DOMRect | undefined {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let found: DOMRect | undefined;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = (node.textContent ?? '').lastIndexOf(letters);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + letters.length);
    found = range.getBoundingClientRect();
  }
  return found;
}

function leftOfText(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return Math.min(...Array.from(range.getClientRects(), ({ left }) => left));
}

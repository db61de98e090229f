import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page, Route } from '@playwright/test';
import { expect, test, type RunningClub } from './club.ts';
import { queryRows } from './database.ts';
import { colourOf, dropFiles, pictureFile } from './files.ts';
import { importInto, signIn } from './signing-in.ts';

async function openCards(page: Page, startClub: (env?: NodeJS.ProcessEnv) => Promise<RunningClub>) {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await signIn(page, club, 'admin@localhost');
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'DSC' }).click();
  await expect(page.getByRole('button', { name: 'Add new card' })).toBeVisible();
  return club;
}

const card = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

test('a card is added with one dropped image, edited, and removed after a question', async ({ page, startClub }) => {
  const club = await openCards(page, startClub);
  await page.getByRole('button', { name: 'Add new card' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a new card' });
  await adding.getByLabel('Title').fill('Study circles');
  await adding.getByLabel('Text').fill('<p>One <b>book</b></p><script>document.title="gone"</script>');
  await expect(adding.getByRole('region', { name: 'Preview' }).locator('b')).toHaveText('book');

  const zone = adding.getByLabel('Upload Image');
  const [red, blue] = [await pictureFile('red.png', '#ff0000'), await pictureFile('blue.png', '#0000ff')];
  await dropFiles(page, zone, [red, blue]);
  await expect(adding.getByText('Only one file can be attached here, so none was taken.').first()).toBeVisible();
  await dropFiles(page, zone, [red]);
  await expect(adding.getByRole('link', { name: 'red.png' })).toBeVisible();
  await dropFiles(page, zone, [blue]);
  await expect(adding.getByText('Only one file can be attached here. Remove ‘red.png’ first.').first()).toBeVisible();

  await adding.getByLabel('Image Description').fill('Six people and a book');
  await adding.getByLabel('Position').fill('first');
  await adding.getByRole('button', { name: 'Add card' }).click();
  await expect(adding.getByText('Please enter a whole number, such as 3')).toBeVisible();
  await adding.getByLabel('Position').fill('7');
  await adding.getByRole('button', { name: 'Add card' }).click();
  await expect(adding).toBeHidden();

  const shown = card(page, 'Study circles');
  await expect(shown.locator('b')).toHaveText('book');
  await expect(shown.getByRole('img', { name: 'Six people and a book' })).toBeVisible();
  expect(await page.title()).not.toBe('gone');
  const [row] = queryRows(club, 'select * from dsc');
  expect(row).toMatchObject({ title: 'Study circles', position: 7, img_alt: 'Six people and a book', version: 0 });
  expect(row?.text).toBe('<p>One <b>book</b></p><script>document.title="gone"</script>');
  const { url }: { url: string } = JSON.parse(String(row?.img));
  expect(await colourOf(club.url + url)).toEqual([255, 0, 0]);
  expect(queryRows(club, 'select name from files')).toEqual([{ name: 'red.png' }]);

  await shown.getByRole('button', { name: 'Edit' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit card' });
  await editing.getByRole('button', { name: 'Remove red.png' }).click();
  await editing.getByLabel('Upload Image').setInputFiles(blue);
  await expect(editing.getByRole('link', { name: 'blue.png' })).toBeVisible();
  await editing.getByRole('button', { name: 'Keep red.png' }).click();
  await expect(editing.getByText('Only one file can be attached here. Remove ‘blue.png’ first.').first()).toBeVisible();
  await editing.getByRole('button', { name: 'Update card' }).click();
  await expect(editing).toBeHidden();
  expect((await fetch(club.url + url)).status).toBe(404);

  // A picture that is still on its way is not there any more once its card is removed.
  const picture = card(page, 'Study circles').locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await card(page, 'Study circles').getByRole('button', { name: 'Remove' }).click();
  const asking = page.getByRole('dialog', { name: 'Remove card' });
  await expect(asking).toContainText('Are you sure you want to remove this card?');
  await expect(asking).toContainText('This action is irreversible');
  await asking.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('There are no cards yet.')).toBeVisible();
  expect(queryRows(club, 'select * from dsc')).toEqual([]);
  expect(queryRows(club, 'select topic, title from trash')).toEqual([{ topic: 'dsc', title: 'Study circles' }]);
});

test(
  'cards alternate, come in the order of their position, and change while someone looks',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await openCards(page, startClub);
    const dsc = {
      a: { title: 'Third', text: '<p>c</p>', position: 3 },
      b: { title: 'First', text: '<p>a</p>', position: 1 },
      c: { title: 'Second', text: '<p>b</p>', position: 2 },
    };
    await importInto(club, { dsc });
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['First', 'Second', 'Third']);
    for (const [title, isTextLeft] of [
      ['First', true],
      ['Second', false],
      ['Third', true],
    ] as const) {
      const words = await card(page, title).getByRole('heading').boundingBox();
      const image = await card(page, title).locator('img').boundingBox();
      expect((words?.x ?? 0) < (image?.x ?? 0)).toBe(isTextLeft);
    }
  },
);

test(
  'a picture inside a card’s text that cannot be loaded gives its place to the placeholder',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await openCards(page, startClub);
    await importInto(club, { dsc: { a: { title: 'Torn', text: '<p><img src="/nothing.png"></p>', position: 1 } } });
    const picture = card(page, 'Torn').getByRole('paragraph').locator('img');
    await expect(picture).toHaveAttribute('src', /placeholder\.svg$/);
    await expect(picture).toHaveJSProperty('complete', true);
    complaints.length = 0;
  },
);

test('a card is added by keyboard alone; a failed save keeps all that was typed', async ({
  page,
  startClub,
  complaints,
}) => {
  const club = await openCards(page, startClub);
  await page.getByRole('button', { name: 'Add new card' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a new card' });
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Jams');
  await page.keyboard.press('Tab');
  await page.keyboard.type('<p>Every Friday</p>');
  // Asked for before the key that leads there: the browser opens a dialog of its own until it has heard of it.
  const choosing = page.waitForEvent('filechooser');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Upload Image')).toBeFocused();
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(await pictureFile('jam.jpg', '#00ff00'));
  await expect(dialog.getByRole('link', { name: 'jam.jpg' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  // What is sent arrives, its answer does not.
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/admin/dsc.data**', loseAnswer, { times: 1 });
  await dialog.getByLabel('Title').press('ControlOrMeta+Enter');
  await expect(dialog.getByRole('alert')).toContainText('Nothing is lost');
  await expect(dialog.getByLabel('Text')).toHaveValue('<p>Every Friday</p>');
  await dialog.getByLabel('Title').press('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add new card' })).toBeFocused();
  expect(queryRows(club, 'select title, position from dsc')).toEqual([{ title: 'Jams', position: 1 }]);
  complaints.length = 0;
});

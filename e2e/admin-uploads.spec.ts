import type { Locator, Page } from '@playwright/test';
import { expect, test, type RunningClub } from './club.ts';
import { queryRows } from './database.ts';
import {
  colourOf,
  dropFiles,
  fileOf,
  largePictureFile,
  pictureFile,
  throttleUploads,
  rotatedPhotoFile,
} from './files.ts';
import { signIn } from './signing-in.ts';

const LABEL = 'Upload images for homepage slideshow';

interface Slide {
  name: string;
  url: string;
}

/** An empty site with its screen of files open. */
async function openFiles(page: Page, startClub: (env?: NodeJS.ProcessEnv) => Promise<RunningClub>, env = {}) {
  const club = await startClub({ CLUB_EMPTY: '1', ...env });
  await signIn(page, club, 'admin@localhost');
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Files' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Files Management');
  return club;
}

const row = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name });
const names = (page: Page) => page.getByRole('list', { name: 'Files' }).locator('p:first-child').allTextContents();

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The slideshow was saved', { exact: true }).last()).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).last().click();
}

async function slides(club: RunningClub): Promise<Slide[]> {
  const files: { homeSlideshow: Slide[] } = await (await fetch(`${club.url}/api/files`)).json();
  return files.homeSlideshow;
}

test('slides are chosen several at once, put in order by mouse and keyboard, saved, and shown at home', async ({
  page,
  startClub,
}) => {
  const club = await openFiles(page, startClub);
  const colours = { 'red.png': '#ff0000', 'green.jpg': '#00ff00', 'blue.png': '#0000ff', 'grey.png': '#808080' };
  const files = await Promise.all(Object.entries(colours).map(([name, colour]) => pictureFile(name, colour)));
  await page.getByLabel(LABEL).setInputFiles(files);
  for (const name of Object.keys(colours)) await expect(page.getByRole('link', { name })).toBeVisible();
  expect(await names(page)).toEqual(['red.png', 'green.jpg', 'blue.png', 'grey.png']);

  await page.getByRole('button', { name: 'Move grey.png up' }).press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Move grey.png up' })).toBeFocused();
  expect(await names(page)).toEqual(['grey.png', 'red.png', 'green.jpg', 'blue.png']);
  await expect(page.getByText('‘grey.png’ is now 1 of 4.')).toBeAttached();
  const grip = row(page, 'blue.png').locator('svg').first();
  await grip.hover();
  await page.mouse.down();
  const target = await row(page, 'red.png').boundingBox();
  await page.mouse.move((target?.x ?? 0) + 20, (target?.y ?? 0) + 5, { steps: 8 });
  await page.mouse.up();
  expect(await names(page)).toEqual(['grey.png', 'blue.png', 'red.png', 'green.jpg']);

  await save(page);
  const saved = await slides(club);
  expect(saved.map(({ name }) => name)).toEqual(['grey.png', 'blue.png', 'red.png', 'green.jpg']);
  expect(await colourOf(club.url + saved[2]?.url)).toEqual([255, 0, 0]);
  expect(queryRows(club, 'select name from files')).toHaveLength(4);
  expect(queryRows(club, "select verb, who, title from activity where topic = 'files'")).toEqual([
    { verb: 'updated', who: expect.stringMatching(/./), title: 'Homepage slideshow' },
  ]);
  await page.goto(`${club.url}/home`);
  expect(await page.content()).toContain(saved[0]?.url);
});

test('a file is dropped, another is pasted', { tag: '@long' }, async ({ page, context, startClub }) => {
  const club = await openFiles(page, startClub);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: club.url });
  await dropFiles(page, page.getByLabel(LABEL), [await pictureFile('dropped.png', '#123456')]);
  await expect(page.getByRole('link', { name: 'dropped.png' })).toBeVisible();
  await page.getByLabel(LABEL).focus();
  await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 20, height: 20 });
    canvas.getContext('2d')?.fillRect(0, 0, 20, 20);
    const image = new Promise<Blob>((done) => canvas.toBlob((blob) => done(blob ?? new Blob())));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
  });
  await page.keyboard.press('ControlOrMeta+V');
  await expect(page.getByRole('link', { name: 'image.png' })).toBeVisible();
  await save(page);
  const [dropped, pasted] = await slides(club);
  expect(await colourOf(club.url + dropped?.url)).toEqual([0x12, 0x34, 0x56]);
  expect(await colourOf(club.url + pasted?.url)).toEqual([0, 0, 0]);
});

test(
  'progress counts the bytes that have left; a cancelled upload leaves nothing',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await openFiles(page, startClub);
    const slow = await largePictureFile('slow.png');
    await throttleUploads(page, 500_000);
    await page.getByLabel(LABEL).setInputFiles(slow);
    const bar = page.getByRole('progressbar', { name: 'Uploading slow.png' });
    const percent = async () => Number(await bar.getAttribute('value'));
    await expect.poll(percent).toBeGreaterThan(10);
    expect(await row(page, 'slow.png').textContent()).toMatch(/\d+%/);
    expect(await percent()).toBeLessThan(100);
    await expect(page.getByText('You can save once the uploads are done.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel slow.png' }).press('Enter');
    await expect(row(page, 'slow.png')).toBeHidden();
    await expect(page.getByLabel(LABEL)).toBeFocused();
    await expect.poll(() => queryRows(club, 'select path from file_deletions')).toEqual([]);
    expect(queryRows(club, 'select name from files')).toEqual([]);
    await expect(page.getByText('There are unsaved changes.')).toBeHidden();
  },
);

test(
  'an upload that failed is tried again with the same file',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await openFiles(page, startClub);
    await page.route('**/api/uploads/**', (route) => route.abort(), { times: 1 });
    await page.getByLabel(LABEL).setInputFiles(await pictureFile('again.png', '#00ff00'));
    await expect(row(page, 'again.png')).toContainText('The upload was interrupted. Check your connection');
    await page.getByRole('button', { name: 'Retry again.png' }).click();
    await expect(page.getByRole('link', { name: 'again.png' })).toBeVisible();
    await save(page);
    const [slide] = await slides(club);
    expect(await colourOf(club.url + slide?.url)).toEqual([0, 255, 0]);
    complaints.length = 0;
  },
);

test('a phone’s picture travels smaller and upright, and is there before it is saved', async ({ page, startClub }) => {
  const club = await openFiles(page, startClub);
  const sent: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataBuffer()?.length ?? 0);
  });
  const original = await rotatedPhotoFile('phone.jpg', { width: 4000, height: 2000 });
  await page.getByLabel(LABEL).setInputFiles(original.path);
  // The browser writes the smaller one when it has nothing else to do.
  await expect(page.getByRole('link', { name: 'phone.jpg' })).toBeVisible({ timeout: 30_000 });
  expect(queryRows(club, 'select width, height from files')).toEqual([{ width: 1280, height: 2560 }]);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toBeLessThan(original.bytes / 2);
});

test(
  'what cannot be taken is said at the file, and the others are uploaded',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await openFiles(page, startClub, { MAX_IMAGE_MB: '0.1' });
    await page
      .getByLabel(LABEL)
      .setInputFiles([
        await fileOf('words.png', 'hello'),
        await fileOf('IMG_0001.heic', '\0\0\0\x18ftypheic'),
        await fileOf('large.png', Buffer.alloc(200_000)),
        await pictureFile('fine.png', '#ff0000'),
      ]);
    await expect(row(page, 'words.png')).toContainText('‘words.png’ does not hold a PNG image');
    await expect(row(page, 'IMG_0001.heic')).toContainText('Save it as JPEG and upload that.');
    await expect(row(page, 'large.png')).toContainText('larger than 0.1 MB, the most for an image');
    await expect(page.getByRole('link', { name: 'fine.png' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove words.png' }).click();
    await expect(row(page, 'words.png')).toBeHidden();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('‘IMG_0001.heic’, ‘large.png’ were not uploaded.');
    expect(await slides(club)).toEqual([]);
    await page.getByRole('button', { name: 'Save without them' }).click();
    await expect(page.getByText('The slideshow was saved', { exact: true }).last()).toBeVisible();
    expect((await slides(club)).map(({ name }) => name)).toEqual(['fine.png']);

    await page.getByLabel(LABEL).setInputFiles([await fileOf('large.png', Buffer.alloc(200_000))]);
    await expect(page.getByText('‘large.png’ was not uploaded.')).toBeAttached();
    complaints.length = 0;
  },
);

test(
  'a new file is removed from storage; an existing one is toggled, and goes when that is saved',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await openFiles(page, startClub);
    const files = [await pictureFile('one.png', '#ff0000'), await pictureFile('two.png', '#0000ff')];
    await page.getByLabel(LABEL).setInputFiles(files);
    const two = page.getByRole('link', { name: 'two.png' });
    const address = club.url + (await two.getAttribute('href'));
    expect((await fetch(address)).status).toBe(200);
    await page.getByRole('button', { name: 'Remove two.png' }).click();
    await expect(row(page, 'two.png')).toBeHidden();
    expect((await fetch(address)).status).toBe(404);
    await save(page);
    const [one] = await slides(club);

    await page.getByRole('button', { name: 'Remove one.png' }).press('Enter');
    await expect(row(page, 'one.png').locator('s')).toHaveText('one.png');
    await expect(page.locator('input[name=files]')).toHaveValue('[]');
    await page.getByRole('button', { name: 'Keep one.png' }).press('Enter');
    await expect(row(page, 'one.png').locator('s')).toBeHidden();
    await expect(page.getByText('There are unsaved changes.')).toBeHidden();
    await page.getByRole('button', { name: 'Remove one.png' }).click();
    expect((await fetch(club.url + one?.url)).status).toBe(200);
    await save(page);
    await expect(row(page, 'one.png')).toBeHidden();
    expect(await slides(club)).toEqual([]);
    expect((await fetch(club.url + one?.url)).status).toBe(404);
  },
);

test('leaving with unsaved slides asks; a second save shows what changed meanwhile', async ({
  page,
  context,
  startClub,
  complaints,
}) => {
  const club = await openFiles(page, startClub);
  const other = await context.newPage();
  await other.goto(`${club.url}/admin/files`);
  await page.getByLabel(LABEL).setInputFiles(await pictureFile('mine.png', '#ff0000'));
  await expect(page.getByRole('link', { name: 'mine.png' })).toBeVisible();
  await page.getByRole('link', { name: 'DSC' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await other.getByLabel(LABEL).setInputFiles(await pictureFile('theirs.png', '#0000ff'));
  await expect(other.getByRole('link', { name: 'theirs.png' })).toBeVisible();
  await save(other);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'Someone else has saved this in the meantime.' });
  await expect(conflict).toContainText('theirs.png');
  expect((await slides(club)).map(({ name }) => name)).toEqual(['theirs.png']);
  await conflict.getByRole('button', { name: 'Take theirs' }).click();
  await expect(page.getByRole('link', { name: 'theirs.png' })).toBeVisible();
  await expect(row(page, 'mine.png')).toBeHidden();

  // With nothing unsaved here, what others save is simply shown.
  await other.getByRole('button', { name: 'Remove theirs.png' }).click();
  await save(other);
  await expect(row(page, 'theirs.png')).toBeHidden();
  await page.getByRole('link', { name: 'DSC' }).click();
  await expect(page).toHaveURL(/\/admin\/dsc$/);
  complaints.length = 0;
});

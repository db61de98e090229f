import { expect, test } from './club.ts';
import { openAdd, openEvents, save, unfold } from './event-dialog.ts';

test(
  'a draft is shown by its link alone, and open pages follow when it is published and taken back',
  { tag: '@long' },
  async ({ page, browser, startClub }) => {
    const club = await openEvents(page, startClub);
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(`${club.url}/events`);

    const dialog = await openAdd(page);
    await dialog.getByLabel('Title').fill('Spring Fling');
    await dialog.getByLabel('Start time').fill('2099-12-01T18:30');
    await dialog.getByLabel('Visibility').selectOption('Publish at');
    await dialog.getByLabel('Publish at', { exact: true }).fill('2020-12-01T12:00');
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await expect(dialog.getByText('This time has passed. Please choose a later one')).toBeVisible();
    await dialog.getByLabel('Publish at', { exact: true }).fill('2099-11-20T19:30');
    await save(dialog, 'Create Event');
    const row = page.getByRole('row', { name: /Spring Fling/ });
    await expect(row).toContainText('Publishes Nov 20, 2099, 07:30 PM');

    await row.getByRole('link').click();
    const preview = page.getByRole('link', { name: 'Preview' });
    const address = (await preview.getAttribute('href')) ?? '';
    const link = await (await browser.newContext()).newPage();
    await link.goto(club.url + address);
    await expect(link.getByRole('heading', { name: 'Spring Fling' })).toBeVisible();
    await expect(link.getByText('Draft. Publishes Nov 20, 2099, 07:30 PM.')).toBeVisible();
    await link.goto(club.url + address.replace(/.$/, ''));
    await expect(link.getByRole('heading', { name: "Event doesn't exist." })).toBeVisible();

    const edit = async () => {
      await page.getByRole('link', { name: 'Edit event' }).click();
      return unfold(page.getByRole('dialog', { name: 'Edit event' }));
    };
    const again = await edit();
    await again.getByLabel('Visibility').selectOption('Published');
    await save(again, 'Update Event');
    await expect(preview).toHaveCount(0);
    await visitor.getByRole('link', { name: 'Spring Fling' }).click();
    await expect(visitor.getByRole('heading', { name: 'Spring Fling' })).toBeVisible();

    const back = await edit();
    await back.getByLabel('Visibility').selectOption('Draft');
    await save(back, 'Update Event');
    await expect(visitor.getByRole('heading', { name: "Event doesn't exist." })).toBeVisible();
  },
);

import { expect, test } from './club.ts';
import { addEvent, responses } from './event-forms.ts';
import { submissions } from './submissions.ts';

/** As a login wall answers in the site's place. What else is no answer: app/read-answer.test.ts. */
const FOREIGN = {
  status: 200,
  contentType: 'text/html',
  body: '<!doctype html><form>Please log in to the network</form>',
};

test(
  'what something else answers is no answer, is said, and is sent again',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    addEvent(club);
    const stands = { between: true };
    await page.route(/\/forms\/d\/e\/|\/api\/entries\//, (route) =>
      stands.between ? route.fulfill(FOREIGN) : route.continue(),
    );
    await page.goto(`${club.url}/contact`);
    await page.getByLabel('Email', { exact: true }).fill('sam@example.edu');
    await page.getByLabel('Message').fill('Hello');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('The site cannot be reached, so this was not sent.')).toBeVisible();
    await expect(page.getByText('Message submitted')).toHaveCount(0);
    await expect(page.getByLabel('Message')).toHaveValue('Hello');
    stands.between = false;
    // By itself.
    await expect(page.getByText('Message submitted')).toBeVisible({ timeout: 30_000 });
    expect(submissions(club, 'contact')).toHaveLength(1);

    stands.between = true;
    await page.goto(`${club.url}/events/game-night`);
    await page.getByLabel('Name (*)').fill('Sam');
    await page.getByLabel('Email (*)').fill('sam@example.edu');
    await page.getByLabel('Consoles').check();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('The site cannot be reached, so this was not sent.')).toBeVisible();
    await expect(page.getByText('Your response has been recorded!')).toHaveCount(0);
    await expect(page.getByLabel('Name (*)')).toHaveValue('Sam');
    stands.between = false;
    await expect(page.getByText('Your response has been recorded!')).toBeVisible({ timeout: 30_000 });
    expect(responses(club)).toHaveLength(1);
    complaints.length = 0;
  },
);

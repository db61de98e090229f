import { expect, test } from './club.ts';
import { INTRO_TO_GIT, OPTIONAL, SCREENS, STATES, eventStates, withAllPages } from './public-screens.ts';
import { translate } from './translation.ts';

test('every translated screen does what it does, and leads to the next and back', async ({
  page,
  startClub,
  complaints,
}) => {
  test.setTimeout(300_000);
  const club = await startClub(withAllPages());
  for (const path of [...SCREENS, ...OPTIONAL, INTRO_TO_GIT]) {
    await page.goto(club.url + path);
    await page.waitForLoadState('networkidle');
    await translate(page);
    const heading = await page.getByRole('heading', { level: 1 }).first().textContent();
    const next = page
      .getByRole('navigation')
      .first()
      .getByRole('link', { name: path === '/team' ? 'Events' : 'Team', exact: true });
    await next.click();
    await expect(page.getByRole('heading', { level: 1 }).first(), path).not.toHaveText(heading ?? '');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toHaveText(heading ?? '');
    await expect(page.getByRole('heading', { name: 'Something went wrong' }), path).toHaveCount(0);
  }
  for (const { path, reach, to } of [...STATES, ...eventStates(INTRO_TO_GIT)]) {
    await page.setViewportSize({ width: to ? 390 : 1280, height: 800 });
    await page.goto(club.url + path);
    await page.waitForLoadState('networkidle');
    await translate(page);
    await reach(page);
  }
  // The complaint about the address that leads nowhere.
  const others = complaints.splice(0).filter((text) => !text.includes('404'));
  expect(others).toEqual([]);
});

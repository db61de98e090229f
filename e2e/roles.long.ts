import type { Page, Response } from '@playwright/test';
import { can, ROLES } from '../app/domain/roles.ts';
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

for (const role of ROLES.filter((one) => one !== 'admin' && one !== 'committee')) {
  test(`no button that the role ${role} is shown sends or asks for what it is refused`, async ({
    page,
    startClub,
    complaints,
  }) => {
    test.setTimeout(1_800_000);
    const club = await startClub();
    await importInto(club, RECORDS);
    await signIn(page, club, ACCOUNT);
    // An open page would follow the change by itself.
    await page.goto('about:blank');
    await club.command('grant', ACCOUNT, '--role', role);
    const wrong: string[] = [];
    for (const [route, path] of Object.entries(SCREENS)) {
      if (!can(role, needsOf(route).read)) continue;
      await page.goto(club.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      wrong.push(...(await pressAll(page, club.url + path)).map((one) => `${path} ${one}`));
    }
    expect(wrong).toEqual([]);
    // What the browser itself says of a press is told by the tests of each screen.
    complaints.length = 0;
  });
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RunningClub } from './club.ts';

/** Imports records into a site while it serves, in the export's shape. */
export async function importInto(club: RunningClub, records: object): Promise<void> {
  const file = join(club.dataDir, `records-${crypto.randomUUID()}.json`);
  await writeFile(file, JSON.stringify(records));
  await club.command('import', file);
}

/** The password of the local provider's accounts. */
export async function localPassword(club: RunningClub): Promise<string> {
  return (await readFile(join(club.dataDir, 'local-password'), 'utf8')).trim();
}

/** Fills in the local provider's page, wherever it is shown. */
export async function fillSignIn(page: Page, club: RunningClub, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(await localPassword(club));
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const HOME = '/admin/home';

/** Signs in at the local provider without showing its page, and opens the area that the account may see, or another page of it. */
export async function signIn(page: Page, club: RunningClub, email: string, path = HOME): Promise<void> {
  const provider = await page.request.get(`${club.url}/auth/start`);
  await page.request.post(provider.url(), { form: { email, password: await localPassword(club) } });
  await page.goto(club.url + path);
  if (path === HOME) await page.waitForURL(/\/(admin\/home|home)$/);
}

/** Signs in as people do: through the login screen and its popup. */
export async function signInByPopup(page: Page, club: RunningClub, email: string): Promise<void> {
  await page.goto(`${club.url}/auth/login`);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Login' }).click();
  const popup = await opening;
  const closed = popup.waitForEvent('close');
  await fillSignIn(popup, club, email);
  await closed;
  await page.waitForURL(/\/(admin\/home|home)$/);
}

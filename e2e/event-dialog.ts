import type { Locator, Page } from '@playwright/test';
import { expect, type RunningClub } from './club.ts';
import { signIn } from './signing-in.ts';

const EMPTY = { CLUB_EMPTY: '1' };

/** An empty site, and its table of events as the admin sees it. */
export async function openEvents(page: Page, startClub: (env?: NodeJS.ProcessEnv) => Promise<RunningClub>) {
  const club = await startClub(EMPTY);
  await signIn(page, club, 'admin@localhost');
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Events' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event Management');
  return club;
}

/** Opens the dialog for a new event, with all that is folded in it. */
export async function openAdd(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create a new event' }).click();
  return unfold(page.getByRole('dialog', { name: 'Add an event' }));
}

/** Opens the dialog of the event with this title, with all that is folded in it. */
export async function openEdit(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
  return unfold(page.getByRole('dialog', { name: 'Edit event' }));
}

export async function unfold(dialog: Locator): Promise<Locator> {
  await dialog.getByLabel('Title').waitFor();
  await dialog.evaluate((element) => {
    for (const fold of element.querySelectorAll('details')) fold.open = true;
  });
  return dialog;
}

/** Adds a field of a type to the form that is built, and labels it. */
export async function addField(dialog: Locator, type: string, label: string): Promise<Locator> {
  await dialog.getByLabel('Add new field').selectOption(type);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const field = dialog.getByRole('listitem', { name: `: ${type}` }).last();
  await field.getByLabel('Label').fill(label);
  return field;
}

/** Adds an option to a radio field: into the first that is empty, where one is. */
export async function addOption(field: Locator, name: string): Promise<void> {
  const options = field.getByLabel('Option name');
  const empty = await options.evaluateAll((all) => all.findIndex((one) => Reflect.get(one, 'value') === ''));
  if (empty < 0) await field.getByRole('button', { name: 'Add option' }).click();
  await (empty < 0 ? options.last() : options.nth(empty)).fill(name);
}

/** Saves, and waits until the dialog has gone. */
export async function save(dialog: Locator, button: 'Create Event' | 'Update Event'): Promise<void> {
  await dialog.getByRole('button', { name: button }).click();
  await expect(dialog).toBeHidden();
}

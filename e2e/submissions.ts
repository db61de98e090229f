import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClubConfig } from '../app/config/club.ts';
import sample from '../club.config.ts';
import type { RunningClub } from './club.ts';
import { queryRows } from './database.ts';

/** What the built-in receiver stored for one form, oldest first. */
export function submissions(club: RunningClub, form: string): unknown[] {
  const rows = queryRows(club, 'select answers from submissions where form = ? order by created_at', form);
  return rows.map(({ answers }): unknown => JSON.parse(String(answers)));
}

/** The sample's configuration, changed, as a file for CLUB_CONFIG. */
export async function configFile(folder: string, change: (club: ClubConfig) => void): Promise<string> {
  const club: ClubConfig = structuredClone(sample);
  change(club);
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'club.json');
  await writeFile(file, JSON.stringify(club));
  return file;
}

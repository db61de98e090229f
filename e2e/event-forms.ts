import type { FieldType } from '../app/domain/questions/index.ts';
import type { RunningClub } from './club.ts';
import { openDatabase } from './database.ts';

interface Field {
  name: string;
  type: FieldType;
  description: string;
  required?: boolean;
  options?: string[];
}

export const FORM_ID = 'AbCdEfGhIj';

export const FIELDS: Field[] = [
  { name: 'aaaaaaaaaa', type: 'text', description: 'Name', required: true },
  { name: 'bbbbbbbbbb', type: 'text', description: 'Email', required: true },
  { name: 'cccccccccc', type: 'radio', description: 'Play?', required: true, options: ['Board games', 'Consoles'] },
  { name: 'dddddddddd', type: 'text', description: 'A game to bring' },
  { name: 'eeeeeeeeee', type: 'checkbox', description: 'My first time' },
];

/** An upcoming event with a form of its own, stored before anyone has asked the site for a page. */
export function addEvent(club: RunningClub): void {
  const database = openDatabase(club);
  const inAWeek = Date.now() + 7 * 24 * 3_600_000;
  database
    .prepare('insert into events (key, title, form_id, time_start, time_end) values (?, ?, ?, ?, ?)')
    .run('game-night', 'Game Night', FORM_ID, inAWeek, inAWeek + 3_600_000);
  database.prepare('insert into forms (id, fields) values (?, ?)').run(FORM_ID, JSON.stringify(FIELDS));
}

/** Writes the form anew without telling the site, as another copy of it would that is out of reach. */
export function rewriteForm(club: RunningClub, fields: Field[]): void {
  openDatabase(club).prepare('update forms set fields = ? where id = ?').run(JSON.stringify(fields), FORM_ID);
}

/** The responses, oldest first, by question instead of field name. */
export function responses(club: RunningClub): Record<string, unknown>[] {
  const rows = openDatabase(club)
    .prepare('select answers from entries where form_id = ? order by created_at')
    .all(FORM_ID);
  const question = new Map(FIELDS.map(({ name, description }) => [name, description]));
  return rows.map(({ answers }) =>
    Object.fromEntries(
      Object.entries(JSON.parse(String(answers))).map(([name, given]) => [question.get(name) ?? name, given]),
    ),
  );
}

import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Small enough that long answers take little memory. */
const AT_ONCE = 100;

interface LimitedField {
  name: string;
  /** Whether one answer chooses several options. */
  isSeveral: boolean;
  options: Set<string>;
}

/** The limited options that each response chose. Until now, only the answers held them. */
export async function fillChosenOptions(db: Kysely<Tables>): Promise<void> {
  const forms = await sql<{ id: string; fields: string }>`
    select id, fields from forms where fields like '%"limits"%'`.execute(db);
  for (const { id, fields: stored } of forms.rows) {
    const fields = limitedFields(parsed(stored));
    if (fields.length > 0) await fillForm(db, id, fields);
  }
}

async function fillForm(db: Kysely<Tables>, id: string, fields: LimitedField[]): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<{ key: string; answers: string }>`
      select key, answers from entries where form_id = ${id} and key > ${after} order by key limit ${AT_ONCE}`.execute(
      db,
    );
    for (const { key, answers } of rows) {
      for (const [field, option] of choicesIn(fields, parsed(answers)))
        await sql`
          insert into chosen_options (form_id, entry_key, field, option)
          values (${id}, ${key}, ${field}, ${option})`.execute(db);
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}

function limitedFields(stored: unknown): LimitedField[] {
  return (Array.isArray(stored) ? stored : []).flatMap((field: unknown) => {
    const { name, type, limits } = membersOf(field);
    if (typeof name !== 'string' || (type !== 'radio' && type !== 'several')) return [];
    return [{ name, isSeveral: type === 'several', options: new Set(Object.keys(membersOf(limits))) }];
  });
}

function choicesIn(fields: LimitedField[], answers: unknown): [string, string][] {
  return fields.flatMap(({ name, isSeveral, options }) => {
    const answer = membersOf(answers)[name];
    const chosen: unknown[] = isSeveral ? (Array.isArray(answer) ? answer : []) : [answer];
    const texts = chosen.filter((one) => typeof one === 'string');
    return [...new Set(texts)].filter((one) => options.has(one)).map((option): [string, string] => [name, option]);
  });
}

/** Only its own properties, whatever their names. */
function membersOf(value: unknown): Record<string, unknown> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return Object.assign(Object.create(null), isRecord ? value : {});
}

function parsed(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return undefined;
  }
}

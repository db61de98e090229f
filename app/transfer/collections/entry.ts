import type { EntryRow } from '../../db/tables.ts';
import { keyTime } from '../../domain/keys.ts';
import { readAnswers } from '../../domain/stored-json.ts';
import { BadValue } from '../bad-value.ts';
import type { Collection } from '../collection.ts';
import { Fields } from '../fields.ts';
import { readText } from '../values.ts';

type EntryColumns = Pick<EntryRow, keyof EntryRow>;

const DAY_MS = 86_400_000;
/** No key that tells a time was made before; one that says so only happens to have the shape. */
const FIRST_KEY_TIME = Date.UTC(2010, 0, 1);

export const entries: Collection<EntryColumns> = {
  table: 'entries',
  keys: ['form_id', 'key'],
  topic: 'entry',
  versioned: false,
  fixed: ['created_at'],
  path: ({ form_id, key }) => ['entry', form_id, key],
  read({ parent, key, value, path, now }) {
    const answers = Object.entries(new Fields(value, path).rest()).map(([name, answer]) => [
      name,
      readAnswer(answer, `${path}/${name}`),
    ]);
    return { form_id: parent, key, answers: JSON.stringify(Object.fromEntries(answers)), created_at: madeAt(key, now) };
  },
  write({ answers }) {
    return readAnswers(answers);
  },
};

/** A text or, for a checkbox, a boolean; a number is taken as the text that it was. */
function readAnswer(answer: unknown, path: string): string | boolean | null {
  if (typeof answer === 'boolean') return answer;
  if (typeof answer === 'number') return String(answer);
  if (typeof answer === 'string') return readText(answer, path);
  throw new BadValue(path, 'must be a text, true or false');
}

function madeAt(key: string, now: number): number {
  const time = keyTime(key);
  return time !== undefined && time >= FIRST_KEY_TIME && time <= now + DAY_MS ? time : now;
}

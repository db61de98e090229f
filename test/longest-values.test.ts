import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../app/db/db.server.ts';
import { addRecord } from '../app/domain/record-changes/save.ts';
import { members } from '../app/domain/members/member.ts';
import { admin } from './actors.ts';
import { databases, freshDatabase } from './databases.ts';
import { load } from './transfers.ts';

/** Every text column that stands in an index, as 'table.column', as the database itself lists them. */
async function indexedTexts({ dialect, query }: Database): Promise<string[]> {
  const listed =
    dialect === 'postgres'
      ? sql<{ place: string }>`
          select distinct c.relname || '.' || a.attname as place from pg_index i
          join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
          join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::smallint[])
          where n.nspname = current_schema() and a.atttypid = 'text'::regtype`
      : sql<{ place: string }>`
          select distinct m.name || '.' || x.name as place from sqlite_master m
          join pragma_index_list(m.name) l join pragma_index_info(l.name) x
          join pragma_table_info(m.name) t on t.name = x.name and lower(t.type) = 'text' where m.type = 'table'`;
  const { rows } = await listed.execute(query);
  return rows.map(({ place }) => place).toSorted();
}

/** Letters that differ, so that Postgres does not press them together in its indexes. */
const letters = (count: number, from = 0x61, many = 26) =>
  Array.from({ length: count }, (_none, at) => String.fromCodePoint(from + ((at * 7919 + at ** 3) % many))).join('');
/** Ligatures that stand for whole words. */
const NAME = letters(200, 0xfdf0, 12);
const DOMAIN = `@${letters(60)}.example`;
const EMAIL = letters(254 - DOMAIN.length) + DOMAIN;
const KEY = letters(128);
const TOO_LONG = letters(4000, 0x4e00, 9000);

/** What people write; every other one is a key, a path, a hash or a state, which the site makes or an import bounds. */
const WRITTEN = ['entries.email', 'food.name', 'food.section', 'members.address_key', 'members.search'].concat(
  ...['members.student_id', 'pages.slug', 'page_addresses.slug', 'subscription_requests.email', 'users.email'],
);
const MADE =
  /\.(key|\w+_key|form_id|id|id_hash|token|token_hash|guid|uid|name|path|slug|state|ticket|reference|kind|lane|topic|finding|step|mark|recipient|form|collection|thing|ends_on|code|committee|import_id|leads_to|day)$/;

describe.each(databases)('the longest accepted value in what is indexed, on %s', (_name, open) => {
  const { db } = freshDatabase(open);

  test('every indexed column is one that is known here', async () => {
    const found = await indexedTexts(db);
    expect(found.filter((place) => !MADE.test(place) && !WRITTEN.includes(place))).toEqual([]);
    expect(WRITTEN.filter((place) => !found.includes(place))).toEqual([]);
  });

  test('a member is added', async () => {
    const given = { name: NAME, email: EMAIL, studentId: letters(100, 0x4e00, 9000), note: '' };
    const { key } = await addRecord(db, admin, members, given);
    const stored = await db.query.selectFrom('members').select(['name', 'email']).where('key', '=', key).execute();
    expect(stored).toEqual([{ name: NAME, email: EMAIL }]);
  });

  test.each([NAME, TOO_LONG])('an import ends, whatever the length of its texts', async (name) => {
    const person = { name, email: EMAIL, studentId: name, note: '' };
    const { summary } = await load(db, {
      member: { [KEY]: person, other: { ...person, email: `${name}@b.example` } },
      food: { [KEY]: { name, section: name, price: 1 } },
      page: { [KEY]: { title: name, slug: name, text: 'x' } },
      user: { [KEY]: { name, email: EMAIL }, other: { name, email: `${name}@b.example` } },
    });
    expect(summary).toBeDefined();
    expect(await db.query.selectFrom('users').select('email').where('uid', '=', KEY).execute()).toEqual([
      { email: EMAIL },
    ]);
  });
});

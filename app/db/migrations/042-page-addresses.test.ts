import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { findPage } from '../../domain/pages/read-pages.ts';
import { rebuildTables } from '../whole-tables.ts';
import { migrations } from './all.ts';

const BEFORE = Object.keys(migrations).filter((name) => name < '042');

test.each(databases)(
  'addresses that pages had are known on %s, of removed ones too, of drafts none',
  async (_, open) => {
    const { db, close } = await open();
    const page = (key: string, slug: string, former: string[], publishAt: number | null) => ({
      key,
      title: key,
      slug,
      text: '',
      place: 'menu',
      former: JSON.stringify(former),
      preview_token: null,
      extra: null,
      publish_at: publishAt,
      version: 1,
      updated_at: 1,
    });
    await db.write((tx) =>
      rebuildTables(tx, db.dialect, BEFORE, async () => {
        for (const row of [page('a', 'mentors', ['mentoring'], null), page('b', 'plans', ['plan'], 1)]) {
          await sql`insert into pages (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
          values (${sql.join(Object.values(row))})`.execute(tx.query);
        }
        const trash = { topic: 'page', record_key: 'c', title: 'c', removed_by: 'Ada', removed_at: 1 };
        const contents = [JSON.stringify({ pages: [page('c', 'rules', ['rule'], null)] }), 'no JSON'];
        await tx.query
          .insertInto('trash')
          .values(contents.map((content, at) => ({ ...trash, key: `t${at}`, content })))
          .execute();
      }),
    );
    const found = await Promise.all(['mentoring', 'rules', 'rule', 'plans', 'plan'].map((slug) => findPage(db, slug)));
    expect(found).toEqual([{ kind: 'moved', to: 'mentors' }, { kind: 'gone' }, { kind: 'gone' }, undefined, undefined]);
    await close();
  },
);

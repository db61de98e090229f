import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { listFindings } from '../../domain/findings/findings.ts';
import { databases } from '../../../test/databases.ts';
import { findPage, findPagePreview, listPageLinks } from '../../domain/pages/read-pages.ts';
import { rebuildTables } from '../whole-tables.ts';
import { migrations } from './all.ts';

const BEFORE = Object.keys(migrations).filter((name) => name < '049');

test.each(databases)(
  'pages at addresses that are the site’s own now move to the next free one on %s',
  async (_, openDatabase) => {
    const { db, close } = await openDatabase();
    const page = (slug: string, publishAt: number | null = null) => ({
      key: slug,
      title: slug,
      slug,
      text: '',
      place: 'menu',
      preview_token: publishAt === null ? null : 'a token',
      publish_at: publishAt,
      version: 1,
      updated_at: 1,
    });
    const rows = [page('go'), page('go-2'), page('subscribe'), page('unsubscribe', 1), page('gopher')];
    await db.write((tx) =>
      rebuildTables(tx, db.dialect, BEFORE, async () => {
        await tx.query.insertInto('pages').values(rows).execute();
        const addresses = rows.filter((row) => row.publish_at === null);
        for (const { slug } of addresses)
          await sql`insert into page_addresses values (${slug}, ${slug})`.execute(tx.query);
      }),
    );
    expect((await listPageLinks(db)).menu).toEqual([
      { path: '/go-3', title: 'go' },
      { path: '/go-2', title: 'go-2' },
      { path: '/gopher', title: 'gopher' },
      { path: '/subscribe-2', title: 'subscribe' },
    ]);
    // Whoever has the old address is led on until the site answers there itself.
    expect(await findPage(db, 'go')).toEqual({ kind: 'moved', to: 'go-3' });
    expect(await findPage(db, 'go-3')).toMatchObject({ kind: 'page', page: { title: 'go', version: 2 } });
    expect(await findPage(db, 'unsubscribe-2')).toBeUndefined();
    expect(await findPagePreview(db, 'unsubscribe-2', 'a token')).toMatchObject({ title: 'unsubscribe' });
    const known = await db.query.selectFrom('page_addresses').select('slug').where('page_key', '=', 'go').execute();
    expect(known.map(({ slug }) => slug).toSorted()).toEqual(['go', 'go-3']);
    const { open } = await listFindings(db, admin, { midnight: 0, weekEnd: 0, timeZone: 'America/Toronto' });
    const moved = open.filter(({ kind }) => kind === 'moved page').map(({ title, slug }) => `${title} ${slug}`);
    expect(moved.toSorted()).toEqual(['go go-3', 'subscribe subscribe-2', 'unsubscribe unsubscribe-2']);
    await close();
  },
);

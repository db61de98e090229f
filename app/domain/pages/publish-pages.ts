import type { Reader } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { DONE, type Handler } from '../jobs/run.ts';
import { noteAddresses, pages } from './page.ts';

const AT_ONCE = 100;

/** Publishes the pages whose time has come, even if the site was down meanwhile. */
export const pagePublications: Handler = {
  kind: 'page publication',
  find: async (db, now) => (await listDue(db, now)).map(({ key }) => key),
  async begin(tx, { key }, now) {
    const published = await tx.query
      .updateTable('pages')
      .set((is) => ({ publish_at: null, preview_token: null, version: is('version', '+', 1), updated_at: now }))
      .where('key', '=', key)
      .where('publish_at', '<=', now)
      .returning(['key', 'title', 'slug', 'publish_at'])
      .executeTakeFirst();
    if (!published) return DONE;
    await noteAddresses(tx, [published]);
    await noteActivity(tx, 'the site', 'published', pages.topic, key, published.title ?? '');
    tx.changed(pages.topic, key);
    return DONE;
  },
};

function listDue({ query }: Reader, now: number): Promise<{ key: string }[]> {
  return query
    .selectFrom('pages')
    .select('key')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .limit(AT_ONCE)
    .execute();
}

import { startApp, type RunningApp } from './app.ts';
import { postgresDatabase } from './databases.ts';
import { eventRow, insertEvents } from './event-rows.ts';

/** Tests are visitors from many networks: the header says which. */
const TRUSTED_PROXIES = '127.0.0.1,::1';

/** The whole app on each database, empty, behind a proxy that says where a request comes from. */
export const proxiedApps: [string, () => Promise<RunningApp>][] = [
  ['SQLite', () => startApp({ env: { TRUSTED_PROXIES } })],
  ['Postgres', onPostgres],
];

async function onPostgres(): Promise<RunningApp> {
  const { databaseUrl, close } = await postgresDatabase();
  const env = { TRUSTED_PROXIES, DATABASE_URL: databaseUrl, SESSION_SECRET: 'a secret of the tests, long enough' };
  const app = await startApp({ env });
  return {
    ...app,
    async close() {
      await app.close();
      await close();
    },
  };
}

/** An event with a form of its own, stored as the admin area would. */
export async function addEventWithForm({ site }: RunningApp, formId: string, fields: object[]): Promise<void> {
  await insertEvents(site.db, eventRow(`event-${formId}`, { title: 'Game Night', form_id: formId, time_start: 2e12 }));
  await storeForm({ site }, formId, fields);
}

/** Writes a form, or overwrites it as it is edited. */
export async function storeForm({ site }: Pick<RunningApp, 'site'>, id: string, fields: object[]): Promise<void> {
  const row = { id, fields: JSON.stringify(fields), extra: null, version: 0, updated_at: 0 };
  await site.db.write(async ({ query, changed }) => {
    await query.deleteFrom('forms').where('id', '=', id).execute();
    await query.insertInto('forms').values(row).execute();
    changed('form', id);
  });
}

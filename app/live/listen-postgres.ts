import { CHANGES_CHANNEL, processId } from '../db/db.server.ts';
import { isChange, type Change } from '../domain/topics.ts';

export interface PostgresListener {
  close: () => Promise<void>;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/**
 * Listens at `url` for what other copies of the site, and `club` commands, commit. A connection that breaks is made
 * again; `onMissed` is called then, since what was committed meanwhile was not heard.
 * @throws when the first connection cannot be made.
 */
export async function listenToPostgres(
  url: string,
  { onChanges, onMissed }: { onChanges: (changes: Change[]) => void; onMissed: () => void },
): Promise<PostgresListener> {
  const { Client } = await import('pg');
  let isClosed = false;
  let wait = FIRST_WAIT_MS;
  let retry: NodeJS.Timeout | undefined;

  async function connect() {
    const client = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 });
    client.on('notification', ({ payload }) => {
      const changes = changesOf(payload);
      if (changes.length > 0) onChanges(changes);
    });
    client.on('error', (error) => console.error(`Postgres notices cannot be heard: ${error.message}`));
    client.on('end', again);
    await client.connect();
    await client.query(`listen ${CHANGES_CHANNEL}`);
    wait = FIRST_WAIT_MS;
    return client;
  }

  let current = await connect();

  function again() {
    if (isClosed || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      connect().then(
        (client) => {
          current = client;
          if (isClosed) void client.end();
          else onMissed();
        },
        () => {
          wait = Math.min(wait * 2, LONGEST_WAIT_MS);
          again();
        },
      );
    }, wait);
  }

  return {
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await current.end();
    },
  };
}

/** What another process committed; this one's own changes are known here already. */
function changesOf(payload: string | undefined): Change[] {
  const notice: unknown = JSON.parse(payload ?? 'null');
  if (typeof notice !== 'object' || notice === null || !('from' in notice) || !('changes' in notice)) return [];
  if (notice.from === processId || !Array.isArray(notice.changes)) return [];
  return notice.changes.filter(isChange);
}

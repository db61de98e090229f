import type { Client } from 'pg';
import { CHANGES_CHANNEL, processId } from '../db/open-database.server.ts';
import { isChange, type Change } from '../domain/topics.ts';
import { parseJson } from '../domain/parse-json.ts';

export interface PostgresListener {
  close: () => Promise<void>;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;
/** A connection that the network has dropped is noticed only by an answer that does not come. */
const ASK_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 5000;

/** Reconnects, and then calls `onMissed`. @throws if the first connection fails. */
export async function listenToPostgres(
  url: string,
  { onChanges, onMissed }: { onChanges: (changes: Change[]) => void; onMissed: () => void },
): Promise<PostgresListener> {
  const pg = await import('pg');
  let isClosed = false;
  let wait = FIRST_WAIT_MS;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<Client> {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    client.on('end', () => client === current && reconnectLater());
    await listenOn(client, onChanges);
    wait = FIRST_WAIT_MS;
    return client;
  }

  let current: Client | undefined;
  current = await connect();

  function reconnectLater() {
    if (isClosed || retry) return;
    retry = setTimeout(() => {
      connect().then(
        (client) => {
          retry = undefined;
          current = client;
          if (isClosed) disconnect(client);
          else onMissed();
        },
        () => {
          retry = undefined;
          wait = Math.min(wait * 2, LONGEST_WAIT_MS);
          reconnectLater();
        },
      );
    }, wait);
  }

  return {
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await current?.end();
    },
  };
}

/** @throws if it cannot connect, after closing the client. */
async function listenOn(client: Client, onChanges: (changes: Change[]) => void): Promise<void> {
  client.on('notification', ({ payload }) => {
    const changes = changesOf(payload);
    if (changes.length > 0) onChanges(changes);
  });
  client.on('error', (error) => console.error(`Postgres notifications cannot be heard: ${error.message}`));
  try {
    await client.connect();
    await client.query(`listen ${CHANGES_CHANNEL}`);
  } catch (error) {
    disconnect(client);
    throw error;
  }
  const asking = setInterval(() => {
    client.query('select 1').catch(() => disconnect(client));
  }, ASK_EVERY_MS).unref();
  client.on('end', () => clearInterval(asking));
}

/** If a query is still unanswered, pg drops the connection without waiting for it. */
function disconnect(client: Client): void {
  client.end().catch(() => undefined);
}

/** Leaves out this process's own changes, and notifications of another shape: anyone with access to the database may send some. */
function changesOf(payload = ''): Change[] {
  const notification = parseJson(payload);
  if (
    typeof notification !== 'object' ||
    notification === null ||
    !('from' in notification) ||
    !('changes' in notification)
  )
    return [];
  if (notification.from === processId || !Array.isArray(notification.changes)) return [];
  return notification.changes.filter(isChange);
}

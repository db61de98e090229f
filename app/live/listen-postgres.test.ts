import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, postgresDatabase } from '../../test/databases.ts';
import { CHANGES_CHANNEL } from '../db/open-database.server.ts';
import type { Change } from '../domain/topics.ts';
import { listenToPostgres, type PostgresListener } from './listen-postgres.ts';

const database = freshDatabase(postgresDatabase);
let other: Client;
let listener: PostgresListener;
let heard: Change[][];
let wake: () => void;

beforeEach(async () => {
  other = new Client({ connectionString: database.databaseUrl });
  await other.connect();
  heard = [];
});

afterEach(async () => {
  await listener.close();
  await other.end();
});

async function listen(onMissed = () => {}): Promise<void> {
  const onChanges = (changes: Change[]) => {
    heard.push(changes);
    wake();
  };
  listener = await listenToPostgres(database.databaseUrl ?? '', { onChanges, onMissed });
}

/** Resolves at the next notice. */
function notice(): Promise<void> {
  return new Promise((resolve) => {
    wake = resolve;
  });
}

function notify(from: string, changes: Change[]) {
  return other.query('select pg_notify($1, $2)', [CHANGES_CHANNEL, JSON.stringify({ from, changes })]);
}

describe('listening to what other copies of the site commit', () => {
  test('hears them, and not what this process committed itself', async () => {
    await listen();
    const next = notice();
    await database.db.write(async ({ changed }) => changed('event', 'mine'));
    await notify('another process', [{ topic: 'event', key: 'theirs' }]);
    await next;
    expect(heard).toEqual([[{ topic: 'event', key: 'theirs' }]]);
  });

  test('is not harmed by a notice that is none', async () => {
    await listen();
    const next = notice();
    for (const payload of ['', '{', 'null', '[]', '{"from":1,"changes":[null,{"topic":"nothing"}]}'])
      await other.query('select pg_notify($1, $2)', [CHANGES_CHANNEL, payload]);
    await notify('another process', [{ topic: 'event', key: 'theirs' }]);
    await next;
    expect(heard).toEqual([[{ topic: 'event', key: 'theirs' }]]);
  });

  test('says that changes may have been missed once a lost connection is back, and goes on', async () => {
    const missed = new Promise<void>((resolve, reject) => {
      listen(resolve)
        .then(() =>
          other.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
          ),
        )
        .catch(reject);
    });
    await missed;
    const next = notice();
    await notify('another process', [{ topic: 'food', key: 'later' }]);
    await next;
    expect(heard).toEqual([[{ topic: 'food', key: 'later' }]]);
  });
});

import { PostgresDialect } from 'kysely';

const INT8 = 20;

/** 64-bit integers arrive as numbers, as from SQLite. */
export async function postgresDialect(url: string, onFailure: () => void): Promise<PostgresDialect> {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000, keepAlive: true });
  // Without a listener, a broken idle connection would end the process. The pool replaces it.
  pool.on('error', (error) => console.error(`Postgres connection lost: ${error.message}`));
  // Without a listener, a connection that breaks in a statement would end the process. The statement fails as well.
  pool.on('connect', (client) => client.on('error', onFailure));
  return new PostgresDialect({
    pool: {
      async connect() {
        try {
          return await pool.connect();
        } catch (error) {
          onFailure();
          throw error;
        }
      },
      end: () => pool.end(),
      options: pool.options,
    },
  });
}

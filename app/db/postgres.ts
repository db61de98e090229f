import { PostgresDialect } from 'kysely';

const INT8 = 20;

/**
 * A pool on `url`; 64-bit integers arrive as numbers, as they do from SQLite. `onFailure` is told of each connection that
 * cannot be made.
 */
export async function postgresDialect(url: string, onFailure: () => void): Promise<PostgresDialect> {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000, keepAlive: true });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => console.error(`Postgres connection lost: ${error.message}`));
  // One that breaks in the middle of a statement tells the statement too; without a listener it would end the process.
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

import { PostgresDialect } from 'kysely';

const INT8 = 20;

/** A pool on `url`; 64-bit integers arrive as numbers, as they do from SQLite. */
export async function postgresDialect(url: string): Promise<PostgresDialect> {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000 });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => console.error(`Postgres connection lost: ${error.message}`));
  return new PostgresDialect({ pool });
}

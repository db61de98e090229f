import type { SelectQueryBuilder } from 'kysely';
import type { Writer } from './db.server.ts';
import type { Tables } from './tables.ts';

/** Nobody else can change these rows before this write has ended. On SQLite, writes wait for each other anyway. */
export function lockRows<Name extends keyof Tables, Row>(
  { dialect }: Writer,
  rows: SelectQueryBuilder<Tables, Name, Row>,
): SelectQueryBuilder<Tables, Name, Row> {
  return dialect === 'postgres' ? rows.forUpdate() : rows;
}

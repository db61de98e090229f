import { CompiledQuery, sql, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Database, Reader } from '../app/db/db.server.ts';

/** One query that a list made, and how the database goes about it. */
export interface Plan {
  sql: string;
  plan: string;
}

/** Runs `list` with a reader that notes its queries, then asks the database how it goes about each. */
export async function plansOf(db: Database, list: (reader: Reader) => Promise<unknown>): Promise<Plan[]> {
  const nodes: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await list({ query: db.query.withPlugin(recorder) });
  const plans: Plan[] = [];
  for (const node of nodes) {
    const compiled = db.query.getExecutor().compileQuery(node, { queryId: crypto.randomUUID() });
    plans.push({ sql: compiled.sql, plan: await explained(db, compiled) });
  }
  return plans;
}

async function explained({ dialect, query }: Database, { sql: text, parameters }: CompiledQuery): Promise<string> {
  const command = dialect === 'sqlite' ? 'explain query plan' : 'explain';
  const { rows } = await query.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(`${command} ${text}`, [...parameters]),
  );
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
}

/** Lets Postgres know what it holds, as it does by itself after a while; SQLite is never told. */
export async function analyze({ dialect, query }: Database): Promise<void> {
  if (dialect === 'postgres') await sql`analyze`.execute(query);
}

/** What is wrong with a plan: all of a table is read, or what is sorted is not what an index has narrowed down. */
export function faultOf({ sql: text, plan }: Plan): string | undefined {
  // To count everything, everything is gone through.
  if (/^select (count|"?state"?, count)/i.test(text)) return undefined;
  const readsAll = /^SCAN \w+$/m.test(plan) || /Seq Scan/.test(plan);
  const sorts = /USE TEMP B-TREE FOR ORDER BY/.test(plan) || /(^|\s)Sort /.test(plan);
  const isNarrowed = /SEARCH .* USING .*=\?/.test(plan) || /Index Cond: /.test(plan);
  return readsAll || (sorts && !isNarrowed) ? `${text}\n${plan}` : undefined;
}

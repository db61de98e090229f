import { CompiledQuery, sql, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listsApp } from '../../app/routes/api/lists.ts';
import { requestLists } from '../request-lists.ts';
import { newBindings, openSource, type TestSource } from '../event-rows.ts';

let source: TestSource;

afterEach(async () => {
  vi.useRealTimers();
  await source.close();
});

describe('with 100,000 events', () => {
  const NOW = '2026-01-05T12:00:00Z';

  /** 99,800 events before today and 200 from today on, an hour apart. */
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
    source = await openSource();
    await source.db.write(({ query }) =>
      sql`insert into events (key, title, time_start)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000)
        select printf('-E%06d', i), 'Event ' || i, ${Date.parse(NOW)} + (i - 99800) * 3600000 - 86400000 * (i <= 99800)
        from n`.execute(query),
    );
  });

  /** Notes what is read, so that the plan can be looked at. */
  function watched() {
    const nodes: RootOperationNode[] = [];
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => (nodes.push(node), node),
      transformResult: async ({ result }) => result,
    };
    const { db } = source;
    return { nodes, source: { ...source, db: { ...db, query: db.query.withPlugin(plugin) } } };
  }

  test.each(['future', 'next', 'next-dsc', 'past'])('%s is found by an index', async (set) => {
    const { nodes, source: seen } = watched();
    const response = await listsApp(seen).request(`/api/events?set=${set}`, {}, newBindings());
    await response.body?.cancel();
    const [node] = nodes;
    if (!node) throw new Error('nothing was read');
    const { sql: text, parameters } = source.db.query.getExecutor().compileQuery(node, { queryId: 'plan' });
    const plan = await source.db.query.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
    );
    const details = plan.rows.map(({ detail }) => detail).join('; ');
    expect(details).toMatch(/SEARCH events USING INDEX events_by_(start|dsc)/);
    expect(details).not.toMatch(/SCAN|TEMP B-TREE/);
  });

  test('the future is only what is to come, whole', async () => {
    const { body, kept } = await requestLists(source, '/api/events?set=future');
    expect(body).toHaveLength(200);
    expect(kept).toBeDefined();
  });

  test.each([
    { set: 'all', count: 100_000 },
    { set: 'past', count: 99_800 },
  ])('$set is streamed a page at a time, complete and in order', async ({ set, count }) => {
    const { nodes, source: seen } = watched();
    const handed = newBindings();
    const response = await listsApp(seen).request(`/api/events?set=${set}`, {}, handed);
    expect(handed.response.cachePolicy).toBeUndefined();
    expect(nodes.length).toBeLessThan(20);
    let largest = 0;
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      largest = Math.max(largest, chunk.length);
      text += decoder.decode(chunk, { stream: true });
    }
    expect(largest).toBeLessThan(2 * 1024 * 1024);
    const starts = JSON.parse(text).map(
      (item: { datetime: { timeStartTimestamp: number } }) => item.datetime.timeStartTimestamp,
    );
    expect(new Set(starts).size).toBe(count);
    expect(starts).toEqual(starts.toSorted((a: number, b: number) => b - a));
  });

  test('a visitor who leaves half-way ends the reading', async () => {
    const { nodes, source: seen } = watched();
    const response = await listsApp(seen).request('/api/events?set=all', {}, newBindings());
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const read = nodes.length;
    await new Promise((done) => setImmediate(done));
    expect(nodes.length).toBe(read);
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRoute } from '../../app/http/route-table.ts';
import type { RunningApp } from '../app.ts';
import { proxiedApps } from '../proxied-apps.ts';
import { ask, type SentRequest } from './send-request.ts';
import { faultsOf } from './faults.ts';
import { requestsFor, type World } from './requests.ts';
import { filesOf, rowsOf } from './rows.ts';
import type { Runs } from './runs.ts';
import { seedWorld, seedPeople } from './world.ts';

const READING = new Set(['GET', 'HEAD', 'TRACE', 'OPTIONS']);

/** Bad input of any kind, at every address of the route table. */
export function testRoutes(runs: Runs): void {
  describe.each(proxiedApps)('whatever is sent to an address, on %s', (name, open) => {
    const requests = name === 'SQLite' ? runs.requests : runs.requestsOnPostgres;
    let app: RunningApp;
    let world: World;
    let stored: object;

    beforeAll(async () => {
      app = await open();
      world = await seedWorld(app);
    });

    afterAll(() => app.close());

    async function storedNow(): Promise<object> {
      return { ...(await rowsOf(app.site.db)), contents: await filesOf(app.dataDir) };
    }

    /** What is wrong with the answer, and where a refusal left something behind. */
    async function faults(asked: SentRequest): Promise<string[]> {
      const answer = await ask(app.url, asked);
      if (!answer) return ['is not answered'];
      const found = faultsOf(asked, answer);
      if (READING.has(asked.method)) return found;
      const before = Object.entries(stored);
      stored = await storedNow();
      if (answer.status < 400) return found;
      const after = new Map(Object.entries(stored));
      const left = before.filter(([table, rows]) => JSON.stringify(rows) !== JSON.stringify(after.get(table)));
      return [...found, ...left.map(([table]) => `answers ${answer.status} and changes ${table}`)];
    }

    test('is answered below 500, with its headers, and what is refused changes nothing', async () => {
      const routes = distinct(app.routes);
      expect(routes.length).toBeGreaterThan(60);
      for (const route of routes) {
        stored = await storedNow();
        const property = fc.asyncProperty(requestsFor(route, world), async (asked) => {
          expect(await faults(asked)).toEqual([]);
        });
        await fc.assert(property, { numRuns: Math.ceil(requests / routes.length) });
        if (route.path === '/auth/logout') world = { ...world, people: await seedPeople(app) };
      }
    });
  });
}

/** Each address once, whatever its methods. */
function distinct(routes: TableRoute[]): TableRoute[] {
  return [...new Map(routes.map((route) => [route.path, route])).values()];
}

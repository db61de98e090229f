import { afterAll, beforeAll } from 'vitest';
import type { Engine } from './tab.ts';
import { Visitor } from './visitor.ts';

interface Opened {
  engine: Engine;
  visitor: Visitor;
}

/** Opens an engine before the tests of a `describe`, gives it to them, and closes it after them. */
export function openForTests(start: () => Promise<Engine>, give: (opened: Opened) => void): void {
  let engine: Engine | undefined;
  beforeAll(async () => {
    engine = await start();
    give({ engine, visitor: new Visitor(engine.tab) });
  });
  afterAll(() => engine?.close());
}

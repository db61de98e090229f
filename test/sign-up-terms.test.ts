import { expect, test } from 'vitest';
import { databases } from './databases.ts';
import { playTerms } from './play-terms.ts';

const TERMS = { SQLite: 12, Postgres: 6 };

test.each(databases)(
  'what happens in a term leaves on %s what it leaves in memory, and all promises hold',
  async (name, open) => {
    expect.hasAssertions();
    await playTerms(open, name === 'SQLite' ? TERMS.SQLite : TERMS.Postgres);
  },
);

import { expect, test } from 'vitest';
import { databases } from '../databases.ts';
import { playTerms } from '../play-terms.ts';

const TERMS = 300;

test.each(databases)(
  `what happens in ${TERMS} terms leaves on %s what it leaves in memory, and all promises hold`,
  async (_, open) => {
    expect.hasAssertions();
    await playTerms(open, TERMS);
  },
);

import { z } from 'zod';

// Zod compiles schemas where it may; the pages' policy forbids it, and reports even the question.
if (typeof document !== 'undefined') z.config({ jitless: true });

/** For every schema that a browser checks with: set up before the first is made. */
export { z };

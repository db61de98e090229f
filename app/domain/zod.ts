import { z } from 'zod';

// Compiled, a schema is faster; the pages' policy lets no script compile anything, and reports even the question.
if (typeof document !== 'undefined') z.config({ jitless: true });

/** Zod, for every schema that a browser checks with: set up before the first of them is made. */
export { z };

import { z } from 'zod';

// Zod compiles schemas if it may. The pages’ policy forbids that, and reports even the attempt to find out.
if (typeof document !== 'undefined') z.config({ jitless: true });

/** Every schema that a browser uses must take Zod from here, so that it is set up before the first schema is made. */
export { z };

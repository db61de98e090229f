import type { Actor } from '../app/domain/actor.ts';

/** An admin, for tests of the domain. */
export const admin: Actor = { uid: 'ada', name: 'Ada', email: 'ada@example.edu', role: 'admin' };

/** Signed in, but no admin. */
export const member: Actor = { uid: 'max', name: 'Max', email: 'max@example.edu', role: null };

/** Handles members, and looks at the rest. */
export const treasurer: Actor = { uid: 'tom', name: 'Tom', email: 'tom@example.edu', role: 'treasurer' };

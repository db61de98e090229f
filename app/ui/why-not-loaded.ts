export type WhyNotLoaded = 'offline' | 'unreachable' | 'broken';

/** What the browsers say when no answer came at all. */
const NO_ANSWER = /failed to fetch|networkerror|load failed|dynamically imported module/i;

export function whyNotLoaded(error: unknown, isOnline: boolean): WhyNotLoaded {
  if (!isOnline) return 'offline';
  return error instanceof TypeError && NO_ANSWER.test(error.message) ? 'unreachable' : 'broken';
}

export const UNREACHABLE = 'The site could not be reached. Try again in a moment: what was saved is safe.';

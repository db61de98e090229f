import type { QuotaLimits } from '../limits/network-quota.ts';
import type { Problem } from '../problem.ts';
import { problem } from './problem.ts';

const BUSY_PERSON = 'You are sending a lot at once. Please try again in a moment.';
const BUSY_NETWORK = 'There are too many requests from your network right now. Please try again in a moment.';
const BUSY = 'The site is very busy right now. Please try again in a moment.';
/** Until whoever was refused should try again. */
export const RETRY_AFTER_S = 5;

export function tooBusy(reached: keyof QuotaLimits): Problem {
  const [status, sentence] = reached === 'perNetwork' ? [429, BUSY_NETWORK] : [503, BUSY];
  return problem(status, sentence, { retryAfter: RETRY_AFTER_S });
}

export function tooBusyForOfficer(reached: keyof QuotaLimits): Problem {
  return reached === 'perNetwork' ? problem(429, BUSY_PERSON, { retryAfter: RETRY_AFTER_S }) : tooBusy(reached);
}

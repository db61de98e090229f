import { describeProblem } from '../../problem.ts';

/** Also said of what no code foresaw, such as a part of the page that could not be loaded. */
export const UNREACHED = describeProblem(
  503,
  'The site cannot be reached, so this was not sent. Nothing you typed is lost: check your connection and try again.',
  { kind: 'unreached' },
);

export const OFFLINE = describeProblem(
  503,
  'You are offline, so this was not sent. Nothing you typed is lost: connect and try again.',
  { kind: 'unreached' },
);

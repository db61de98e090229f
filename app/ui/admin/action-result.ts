import { readProblem, type Problem } from '../../problem.ts';

/** What an admin action answers (app/http/action-result.ts), as the dialogs read it. */
export type ActionResult<Saved = unknown> = SavedResult | ({ ok: false } & Problem<Saved>);

export interface SavedResult {
  ok: true;
  version?: number;
}

const FAULT = 'Something went wrong on our side. Nothing is lost: please try again in a moment.';

/** Whatever an action gave back, as an ActionResult; anything unknown is a failure of the server's. */
export function readResult<Saved>(value: unknown): ActionResult<Saved> {
  const given = typeof value === 'object' && value !== null ? value : {};
  if ('ok' in given && given.ok === true) {
    const { version } = { version: undefined, ...given };
    return { ok: true, ...(typeof version === 'number' && { version }) };
  }
  const status = 'status' in given && typeof given.status === 'number' ? given.status : 500;
  return { ok: false, ...readProblem<Saved>(given, status, FAULT) };
}

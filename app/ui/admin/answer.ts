/** What an admin action answers (act in app/http), as the dialogs read it. */
export type Answer = SavedAnswer | RefusedSave;

export interface SavedAnswer {
  ok: true;
  /** Of the record as it is saved now, where the action says it. */
  version?: number;
}

/** Nothing was saved; whatever was typed is still there. */
export interface RefusedSave {
  ok: false;
  /** The HTTP status; 503 also when the site could not be reached. */
  status: number;
  /** One sentence for whoever saved. */
  error: string;
  /** What is wrong with each field, by its path. */
  fields: Record<string, string>;
  /** With 409: the record as someone else saved it meanwhile. */
  current?: unknown;
}

/** Whatever an action gave back, as an Answer; anything unknown is a failure of the server's. */
export function readAnswer(value: unknown): Answer {
  if (typeof value === 'object' && value !== null && 'ok' in value) {
    if (value.ok === true)
      return 'version' in value && typeof value.version === 'number'
        ? { ok: true, version: value.version }
        : { ok: true };
    if (isRefusedSave(value)) return value;
  }
  const error = 'Something went wrong on our side. Nothing is lost: please try again in a moment.';
  return { ok: false, status: 500, error, fields: {} };
}

function isRefusedSave(value: object): value is RefusedSave {
  return 'status' in value && typeof value.status === 'number' && 'error' in value && 'fields' in value;
}

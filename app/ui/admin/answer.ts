/** What an admin action answers (act in app/http), as the dialogs read it. */
export type Answer<Saved = unknown> = SavedAnswer | RefusedSave<Saved>;

export interface SavedAnswer {
  ok: true;
  /** Of the record as it is saved now, where the action says it. */
  version?: number;
}

/** Nothing was saved; whatever was typed is still there. */
export interface RefusedSave<Saved = unknown> {
  ok: false;
  /** The HTTP status; 503 also when the site could not be reached. */
  status: number;
  /** One sentence for whoever saved. */
  error: string;
  /** What is wrong with each field, by its path. */
  fields: Record<string, string>;
  /** With 409: the record as someone else saved it meanwhile. */
  current?: Saved;
}

/** Whatever an action gave back, as an Answer; anything unknown is a failure of the server's. */
export function readAnswer<Saved>(value: unknown): Answer<Saved> {
  if (typeof value === 'object' && value !== null && 'ok' in value) {
    if (value.ok === true)
      return 'version' in value && typeof value.version === 'number'
        ? { ok: true, version: value.version }
        : { ok: true };
    if (isRefusedSave<Saved>(value)) return value;
  }
  const error = 'Something went wrong on our side. Nothing is lost: please try again in a moment.';
  return { ok: false, status: 500, error, fields: {} };
}

/** Of `current` nothing is checked: it is what the same build's domain gave to act. */
function isRefusedSave<Saved>(value: object): value is RefusedSave<Saved> {
  return 'status' in value && typeof value.status === 'number' && 'error' in value && 'fields' in value;
}

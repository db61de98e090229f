type ProblemKind =
  | 'attestation-missing'
  | 'attestation-expired'
  | 'attestation-wrong'
  | 'attestation-used'
  | 'sent-before'
  | 'unreached'
  | 'not-in-role';

/** What people read when a save or a form meets a fault of the site. */
export const FAULT_OF_SAVE = 'Something went wrong on our side. Nothing is lost: please try again in a moment.';
export const FAULT_OF_FORM =
  'Something went wrong on our side. Nothing you typed is lost: please try again in a moment.';

const KINDS = 'urn:problem-type:clubroom:';

/** The fields of RFC 9457, and `error`, which repeats `detail` for older programs. */
export interface Problem<Current = unknown> {
  /** A ProblemKind as a URN; 'about:blank' if the status says everything. */
  type: string;
  title: string;
  /** 503 if the request never reached the site. */
  status: number;
  detail: string;
  error: string;
  /** What is wrong with each field, by its path. */
  fields: Record<string, string>;
  /** With 409: the record as someone else saved it meanwhile. */
  current?: Current;
  /** With 422: the form as it is now, if the answers did not fit it. */
  form?: unknown;
  /** Whole seconds. */
  retryAfter?: number;
}

export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

export function describeProblem(
  status: number,
  detail: string,
  { kind, ...more }: Partial<Problem> & { kind?: ProblemKind } = {},
): Problem {
  const type = kind ? KINDS + kind : 'about:blank';
  return { type, title: detail, status, detail, error: detail, fields: {}, ...more };
}

export function isOfKind({ type }: Problem, kind: ProblemKind | 'attestation'): boolean {
  return type.startsWith(KINDS + kind);
}

/** `otherwise` is the sentence to show if the server gave none. The rest is not checked, as it comes from the same build. */
export function readProblem<Current>(said: unknown, status: number, otherwise: string): Problem<Current> {
  const found = typeof said === 'object' && said !== null ? said : {};
  const detail = 'error' in found && typeof found.error === 'string' ? found.error : otherwise;
  return { type: 'about:blank', title: detail, fields: {}, ...found, status, detail, error: detail };
}

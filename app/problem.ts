/** Kinds of problem that their status does not say all about. */
export type ProblemKind =
  | 'attestation-missing'
  | 'attestation-expired'
  | 'attestation-wrong'
  | 'attestation-used'
  | 'sent-before'
  | 'unreached';

const KINDS = 'urn:problem-type:clubroom:';

/**
 * Why something was not done, in the one shape that it has from the domain's named error to the page that asked: the
 * fields of RFC 9457, and `error`, under which the addresses for programs have always said `detail`.
 */
export interface Problem<Current = unknown> {
  /** A ProblemKind as a URN; 'about:blank' where the status says all. */
  type: string;
  /** The kind in a few words. */
  title: string;
  /** The HTTP status; of what never reached the site 503. */
  status: number;
  /** One sentence for whoever asked. */
  detail: string;
  error: string;
  /** What is wrong with each field of what was sent, by its path. */
  fields: Record<string, string>;
  /** With 409: the record as someone else saved it meanwhile. */
  current?: Current;
  /** With 422: the form as it is now, where the answers did not fit. */
  form?: unknown;
  /** Whole seconds after which to try again. */
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

/** A problem of that status; `kind` says more than the status does. */
export function describeProblem(
  status: number,
  detail: string,
  { kind, ...more }: Partial<Problem> & { kind?: ProblemKind } = {},
): Problem {
  const type = kind ? KINDS + kind : 'about:blank';
  return { type, title: detail, status, detail, error: detail, fields: {}, ...more };
}

/** True for a problem of the kind, or of one of those whose names begin so. */
export function isOfKind({ type }: Problem, kind: ProblemKind | 'attestation'): boolean {
  return type.startsWith(KINDS + kind);
}

/**
 * What a server said with `status`, as a problem; `otherwise` is the sentence where it said none. Of what else is in it
 * nothing is checked: it comes from the same build.
 */
export function readProblem<Current>(said: unknown, status: number, otherwise: string): Problem<Current> {
  const found = typeof said === 'object' && said !== null ? said : {};
  const detail = 'error' in found && typeof found.error === 'string' ? found.error : otherwise;
  return { type: 'about:blank', title: detail, fields: {}, ...found, status, detail, error: detail };
}

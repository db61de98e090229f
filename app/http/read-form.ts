import { TooLarge } from '../domain/errors.ts';
import type { Problem } from '../problem.ts';
import { readText } from './actions.ts';
import { problem } from './problem.ts';

interface FormBounds {
  bytes: number;
  fields: number;
}

const SHORT: FormBounds = { bytes: 16 * 1024, fields: 20 };
/** For a form with long texts and many boxes to tick. */
export const WITH_ANSWERS: FormBounds = { bytes: 256 * 1024, fields: 2000 };

const TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/**
 * Reads a form that was sent without JavaScript; empty if the body is not such a form, a problem if it is too large. Fields
 * are counted first, because `formData()` would block everybody for a quarter of a second for a hundred thousand of them.
 */
export async function readForm(request: Request, { bytes, fields } = SHORT): Promise<URLSearchParams | Problem> {
  if (!TYPE.test(request.headers.get('content-type') ?? '')) return new URLSearchParams();
  try {
    const sent = await readText(request, bytes);
    if (hasAtMost(fields, sent)) return new URLSearchParams(sent);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
  }
  return problem(413, 'What you typed is too much for this form. Please shorten it and try again.');
}

function hasAtMost(fields: number, text: string): boolean {
  let separators = 0;
  for (let at = text.indexOf('&'); at >= 0 && separators < fields; at = text.indexOf('&', at + 1)) separators++;
  return separators < fields;
}

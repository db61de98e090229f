import { isOutside, type FilledForm, type FormAddress } from './form-address.ts';
import { describeProblem, ProblemError, type Problem } from '../../problem.ts';
import { attested, post, problemOf } from './send.ts';
import { OFFLINE } from './use-sending.ts';

export { prepareToken } from './send.ts';

const ANSWER_WITHIN_MS = 20_000;

/** What other sites have answered already, so that sending again after a failure here does not reach them twice. */
const arrived = new Set<string>();

/**
 * Posts all forms at the same moment (product.md 2, Sign-up). undefined: it is stored here, and other sites have
 * answered.
 */
export async function postForms(filled: FilledForm[], once: string): Promise<Problem | undefined> {
  const postAll = async (token: string) => {
    const headers = { 'x-attestation': token, 'idempotency-key': once };
    // Waits for other sites as well: somebody who tries again must know what has arrived there.
    const posted = await Promise.allSettled(
      filled.map(({ form, values }) =>
        isOutside(form) ? postOutside(form, values, once) : postHere(form, values, headers),
      ),
    );
    for (const one of posted) if (one.status === 'rejected') throw one.reason;
  };
  return filled.every(({ form }) => isOutside(form)) ? problemOf(() => postAll('')) : attested(postAll);
}

async function postOutside(form: FormAddress, values: FilledForm['values'], once: string): Promise<void> {
  const sending = `${form.action} ${once}`;
  if (arrived.has(sending)) return;
  await postIntoFrame(form, values);
  arrived.add(sending);
}

function postHere(form: FormAddress, values: FilledForm['values'], headers: Record<string, string>): Promise<unknown> {
  // Lines end in CRLF, as in a native form post.
  const pairs = entriesOf(form, values).map(([name, value]) => [name, value.replace(/\r\n|\r|\n/g, '\r\n')]);
  return post(form.action, new URLSearchParams(pairs), headers);
}

async function postIntoFrame(form: FormAddress, values: FilledForm['values']): Promise<void> {
  if (!navigator.onLine) {
    throw new ProblemError(OFFLINE);
  }
  const frame = document.createElement('iframe');
  frame.name = `post-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  const native = document.createElement('form');
  Object.assign(native, { action: form.action, method: 'post', target: frame.name, acceptCharset: 'utf-8' });
  for (const [name, value] of entriesOf(form, values)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    native.append(input);
  }
  for (const element of [frame, native]) {
    element.hidden = true;
    document.body.append(element);
  }
  try {
    await answered(frame, native);
  } finally {
    frame.remove();
    native.remove();
  }
}

/**
 * Whatever loads in the frame after its first, empty page is the answer. It belongs to another site, so it is not read.
 */
function answered(frame: HTMLIFrameElement, native: HTMLFormElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () =>
      reject(
        new ProblemError(
          describeProblem(504, 'The form service did not answer in time. Nothing you typed is lost: please try again.'),
        ),
      );
    const timer = setTimeout(giveUp, ANSWER_WITHIN_MS);
    frame.addEventListener('load', () => {
      if (frame.contentDocument?.URL === 'about:blank') return;
      clearTimeout(timer);
      resolve();
    });
    native.submit();
  });
}

function entriesOf({ fields }: FormAddress, values: FilledForm['values']): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) => {
    const entry = fields[name];
    return entry === undefined ? [] : [[entry, String(value)]];
  });
}

import type { RecordedAnswer } from './recorded.tsx';
import type { Problem } from '../../problem.ts';
import { attested, post } from '../../ui/form/send.ts';

export { prepareToken } from '../../ui/form/send.ts';

interface Entry {
  formId: string;
  answers: Record<string, unknown>;
  once: string | undefined;
}

/** Gives back undefined once it is recorded, else why not. */
export function sendEntry(
  { formId, answers, once }: Entry,
  onRecorded: (answer: RecordedAnswer) => void,
): Promise<Problem | undefined> {
  return attested(async (token) => {
    const body = JSON.stringify({ answers, token, once });
    const headers = { 'content-type': 'application/json' };
    const { confirmedTo, signUp } = await post(`/api/entries/${encodeURIComponent(formId)}`, body, headers);
    onRecorded({
      confirmedTo: typeof confirmedTo === 'string' ? confirmedTo : undefined,
      ...(isSignUp(signUp) && { signUp }),
    });
  });
}

/** The site sends it whole, or not at all. */
function isSignUp(sent: unknown): sent is NonNullable<RecordedAnswer['signUp']> {
  return typeof sent === 'object' && sent !== null && 'state' in sent;
}

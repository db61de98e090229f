import type { Problem } from '../../problem.ts';
import { attested, post } from '../../ui/form/send.ts';

export { prepareToken } from '../../ui/form/send.ts';

interface Entry {
  formId: string;
  answers: Record<string, unknown>;
  once: string | undefined;
}

/**
 * Sends a response to an event's own form. Gives back undefined once it is recorded, else why not. `onConfirmed` is told
 * the address that is written to about it, if any.
 */
export function sendEntry(
  { formId, answers, once }: Entry,
  onConfirmed: (address: string) => void,
): Promise<Problem | undefined> {
  return attested(async (token) => {
    const body = JSON.stringify({ answers, token, once });
    const headers = { 'content-type': 'application/json' };
    const { confirmedTo } = await post(`/api/entries/${encodeURIComponent(formId)}`, body, headers);
    if (typeof confirmedTo === 'string') onConfirmed(confirmedTo);
  });
}

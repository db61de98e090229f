import { attested, post, type Refusal } from '../../ui/form/send.ts';

/** Sends a response to an event's own form. Gives back undefined once it is recorded, else why not. */
export function sendEntry(
  formId: string,
  answers: Record<string, unknown>,
  once: string | undefined,
): Promise<Refusal | undefined> {
  return attested((token) =>
    post(`/api/entries/${encodeURIComponent(formId)}`, JSON.stringify({ answers, token, once }), {
      'content-type': 'application/json',
    }),
  );
}

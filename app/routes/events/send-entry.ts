import type { RecordedAnswer } from './recorded.tsx';
import { stateSentence } from '../../domain/sign-ups/sentences.ts';
import type { OwnPayment } from '../../domain/sign-ups/payments/sentences.ts';
import type { Problem } from '../../problem.ts';
import { attested, post } from '../../ui/form/send.ts';
import { chooseTicketHalf } from './choose-ticket-half.ts';
import { LOOK_INTO_MAIL } from './look-into-mail.ts';

export { prepareToken } from '../../ui/form/send.ts';
export { Recorded } from './recorded.tsx';
export { rememberSignUp } from './remember-sign-up.ts';

interface Entry {
  formId: string;
  answers: Record<string, unknown>;
  once: string | undefined;
}

/** Returns undefined once it is recorded, otherwise the reason why not. */
export function sendEntry(
  { formId, answers, once }: Entry,
  onRecorded: (answer: RecordedAnswer) => void,
): Promise<Problem | undefined> {
  return attested(async (token) => {
    const body = JSON.stringify({ answers, token, once, ticket: chooseTicketHalf() });
    const headers = { 'content-type': 'application/json' };
    const { confirmedTo, signUp } = await post(`/api/entries/${encodeURIComponent(formId)}`, body, headers);
    onRecorded({
      confirmedTo: typeof confirmedTo === 'string' ? confirmedTo : undefined,
      ...(isSignUp(signUp) && { signUp: { ...signUp, says: wordsFor(signUp), ...addressOf(signUp, answers) } }),
    });
  });
}

interface SentSignUp {
  payment?: OwnPayment;
  state: string;
  position?: number;
  link?: string;
}

function wordsFor({ state, position = 1, link }: SentSignUp): string {
  if (!link) return LOOK_INTO_MAIL;
  return stateSentence(state === 'waiting' ? state : 'going', position);
}

function addressOf({ link }: SentSignUp, { email }: Record<string, unknown>): { mailedTo?: string } {
  return link === undefined && typeof email === 'string' ? { mailedTo: email.trim() } : {};
}

/** The site sends it complete, or not at all. */
function isSignUp(sent: unknown): sent is SentSignUp {
  return typeof sent === 'object' && sent !== null && 'state' in sent;
}

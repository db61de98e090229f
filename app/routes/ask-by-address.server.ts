import { data } from 'react-router';
import { problem } from '../http/problem.ts';
import { readForm } from '../http/read-form.ts';

const LONGEST_ADDRESS = 320;

export interface Asked {
  /** Why nothing was requested. */
  detail?: string;
}

/** Answers everybody alike, whether the address is known or not, because it is looked up only later. */
export async function askByAddress(request: Request, ask: (email: string) => Promise<unknown>) {
  const sent = await readForm(request);
  if (!(sent instanceof URLSearchParams)) return data<Asked>({ detail: sent.error }, sent.status);
  const email = sent.get('email');
  if (email === null)
    throw data(problem(400, 'The address was not sent by the form. Please type it into the field.'), 400);
  if (email.length <= LONGEST_ADDRESS) await ask(email);
  return data<Asked>({});
}

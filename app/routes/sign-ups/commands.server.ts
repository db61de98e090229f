import { data, redirect } from 'react-router';
import { z } from 'zod';
import {
  cancelByLink,
  changeByLink,
  confirmByLink,
  confirmOther,
  signUpAgain,
  viewByLink,
} from '../../domain/sign-ups/by-link.ts';
import { readFirstHalf } from '../../domain/sign-ups/draw/tickets.ts';
import { PERSON, withoutEmailField } from '../../domain/sign-ups/person.ts';
import { toAction, type ActionInput } from '../../http/actions.ts';
import { siteContext } from '../../http/context.server.ts';
import { toProblem } from '../../http/problem.ts';
import { readForm, WITH_ANSWERS } from '../../http/read-form.ts';
import type { Site } from '../../site.ts';
import { answersIn } from '../events/custom-field.tsx';
import type { Route } from './+types/manage';

const answers = z.record(z.string().max(128), z.unknown());

const command = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('change'), answers }),
  z.strictObject({ verb: z.literal('cancel') }),
  z.strictObject({ verb: z.literal('again'), ticket: z.string().max(8).optional(), answers: answers.optional() }),
  z.strictObject({ verb: z.literal('confirm') }),
  z.strictObject({ verb: z.literal('confirm another'), formId: z.string().max(768), key: z.string().max(768) }),
]);

export const runCommand = toAction(async ({ site, params: { token }, read }: ActionInput<Route.ActionArgs>) =>
  carryOut(site, token, await read(command)),
);

async function carryOut({ db, mailing }: Site, token: string, sent: z.output<typeof command>) {
  if (sent.verb === 'change') await changeByLink(db, mailing, token, sent.answers);
  if (sent.verb === 'cancel') await cancelByLink(db, mailing, token);
  if (sent.verb === 'again') {
    const again = { firstHalf: readFirstHalf(sent.ticket), answers: sent.answers };
    return { address: await signUpAgain(db, mailing, token, again) };
  }
  if (sent.verb === 'confirm another') return { address: await confirmOther(db, mailing, token, sent) };
  if (sent.verb === 'confirm') return { address: await confirmByLink(db, mailing, token) };
  return {};
}

/** The result of a button pressed without JavaScript, if it does not lead back to the page. */
export interface Pressed {
  verb?: string;
  isMailed?: boolean;
  problem?: string;
  wrong?: Record<string, string>;
  /** The answers as they were typed. */
  answers?: Record<string, unknown> | undefined;
}

/** With JavaScript the page sends a command, without it a form. */
export function runOrPress(args: Route.ActionArgs) {
  const isCommand = args.request.headers.get('content-type')?.startsWith('application/json');
  return isCommand ? runCommand(args) : press(args);
}

/** Handles a form sent without JavaScript. The token replaces the attestation. */
async function press({ request, context, params: { token } }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const sent = await readForm(request, WITH_ANSWERS);
  if (!(sent instanceof URLSearchParams)) return data<Pressed>({ problem: sent.error }, sent.status);
  // The button comes last, whatever the names of fields.
  const verb = sent.getAll('verb').at(-1) ?? '';
  let given: Record<string, unknown> | undefined;
  try {
    if (sent.has(PERSON.name)) {
      const { fields } = await viewByLink(site.db, site.mailing, token);
      given = answersIn(withoutEmailField(fields), sent);
    }
    const other = verb === 'confirm another' && { formId: sent.get('formId'), key: sent.get('key') };
    const read = command.safeParse({ verb, ...(given && { answers: given }), ...other });
    if (!read.success) return data<Pressed>({ problem: 'Please press one of the buttons.' }, 400);
    const { address } = await carryOut(site, token, read.data);
    if (address === 'unconfirmed') return data<Pressed>({ isMailed: true });
  } catch (error) {
    const refused = toProblem(error);
    if (!refused) throw error;
    return data<Pressed>({ verb, problem: refused.error, wrong: refused.fields, answers: given }, refused.status);
  }
  // After this redirect, a reload sends nothing again.
  throw redirect(ownPage(token), 303);
}

export function ownPage(token: string): string {
  return `/sign-ups/${encodeURIComponent(token)}`;
}

import { isDeepStrictEqual } from 'node:util';
import type { Database, Writer } from '../app/db/db.server.ts';
import type { FormRow } from '../app/db/tables.ts';
import { noteAsked, run } from '../app/domain/sign-ups/carry-out.ts';
import { isRefusal, type Command, type Occasion } from '../app/domain/sign-ups/decide.ts';
import { signUpMailsKey } from '../app/domain/sign-ups/mail-about-responses.ts';
import { toSignUp } from '../app/domain/sign-ups/read-sign-ups.ts';
import { NotFound, Rejected } from '../app/domain/errors.ts';
import { asksToConfirm, type PersonForm } from '../app/domain/sign-ups/rules.ts';
import { readStanding, requireLockedPlaces, type DecisionNeeds } from '../app/domain/sign-ups/standing.ts';
import type { SignUp } from '../app/domain/sign-ups/state.ts';
import { questionName } from '../app/domain/sign-ups/still-coming.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { club } from './outbox.ts';
import { inOrder, MemoryForm, OPTIONS, violations, type Happening, type Step } from './sign-up-machine.ts';
import { insertPersonForm } from './sign-ups.ts';
import { load } from './transfers.ts';

/** The mails that nobody's limit of the day holds back, by what their subject begins with. */
const SUBJECTS: Partial<Record<Occasion, string>> = {
  going: 'You have a place',
  waiting: 'You are on the waitlist',
  entered: 'You are in the draw',
  'moved up': 'A place is yours',
  'passed on': 'Your place was passed on',
  cancelled: 'Your sign-up is cancelled',
  'given up': 'Your place was given up',
};

/** Remembers what it was told to do, so that a database can be told the same. */
class RecordingForm extends MemoryForm {
  ran: { command: Command; needs: DecisionNeeds; step: Step }[] = [];

  override run(command: Command, needs: DecisionNeeds): Step {
    const step = super.run(command, needs);
    this.ran.push({ command, needs, step });
    return step;
  }
}

/** One form in memory and in a database, to which the same happens. */
export class StoredForm {
  readonly #db: Database;
  readonly #memory: RecordingForm;
  #mails = new Map<string, string>();

  private constructor(db: Database, memory: RecordingForm) {
    this.#db = db;
    this.#memory = memory;
  }

  static async plant(db: Database, settings: Partial<PersonForm>): Promise<StoredForm> {
    const memory = new RecordingForm(settings);
    const { event, formId } = memory.form;
    await insertPersonForm(db, formId, { ...columnsOf(memory.form), fields: JSON.stringify([OPTIONS]) });
    await insertEvents(
      db,
      eventRow(event.key, { form_id: formId, title: 'Talk', time_start: event.start, time_end: event.end }),
    );
    const payments = [{ on: '2029-09-01', until: '2039-08-31', how: 'cash', note: '' }];
    const paid = [0, 3, 6].map((person) => {
      const email = `member-${person}@example.edu`;
      return [`member-${person}`, { name: email, email, payments }];
    });
    await load(db, { member: Object.fromEntries(paid) });
    return new StoredForm(db, memory);
  }

  /** Gives back what must never happen, and where memory and database differ; empty where all holds. */
  async happen(happening: Happening): Promise<string[]> {
    const found: string[] = [];
    const memory = this.#memory;
    const { form } = memory;
    memory.ran = [];
    memory.happen(happening);
    if (memory.form !== form) await this.#save(memory.form);
    if (happening.what === 'ask') await this.#ask();
    for (const { command, needs, step } of memory.ran) {
      const was = await this.#people();
      const isRefused = await this.#isRefused(command, needs);
      const is = await this.#people();
      if (isRefused !== isRefusal(step.answer)) found.push(`${command.kind}: only one of them is refused`);
      found.push(...violations({ ...step, was, is: isRefused ? was : is }), ...(await this.#wrongMails(step)));
    }
    const stored = await this.#people();
    const [kept, expected] = [stored, memory.people.toSorted(inOrder)].map((people) => people.map(comparable));
    if (!isDeepStrictEqual(kept, expected))
      found.push(`${happening.what}: stored is ${JSON.stringify(kept)} instead of ${JSON.stringify(expected)}`);
    // What is random is the database's.
    memory.people = stored;
    memory.secret = await this.#secret();
    return found;
  }

  async #isRefused(command: Command, needs: DecisionNeeds): Promise<boolean> {
    const {
      now,
      form: { formId },
    } = this.#memory;
    try {
      await this.#db.write(async (tx) => {
        const { lockedForm, form } = await requireLockedPlaces(tx, formId, club.clock.timeZone, now);
        // Nobody is answered with a link before the address is confirmed.
        const showsLinkToSender = command.kind === 'send' && command.by === 'visitor' && !asksToConfirm(form, now);
        await run(tx, club, await readStanding(tx, club, lockedForm, form, needs, now), command, {
          now,
          showsLinkToSender,
        });
      });
      return false;
    } catch (error) {
      if (error instanceof Rejected || error instanceof NotFound) return true;
      throw error;
    }
  }

  async #people(): Promise<SignUp[]> {
    const { formId } = this.#memory.form;
    const rows = await this.#db.query.selectFrom('entries').selectAll().where('form_id', '=', formId).execute();
    return rows.map(toSignUp).toSorted(inOrder);
  }

  async #secret(): Promise<string | null> {
    const row = this.#db.query.selectFrom('forms').select('draw_secret').where('id', '=', this.#memory.form.formId);
    return (await row.executeTakeFirstOrThrow()).draw_secret;
  }

  async #wrongMails({ answer }: Step): Promise<string[]> {
    const rows = await this.#db.query
      .selectFrom('outbox')
      .select(['key', 'recipient', 'message'])
      .where('kind', 'in', ['sign-up', 'place'])
      .execute();
    const mails = new Map(
      rows.map(({ key, recipient, message }) => {
        const { subject } = JSON.parse(message);
        return [key, `${recipient}: ${subject}`];
      }),
    );
    const queued = [...mails].flatMap(([key, mail]) => (this.#mails.has(key) ? [] : [mail])).toSorted();
    this.#mails = mails;
    const { cancelled } = this.#memory.form.event;
    const due = isRefusal(answer)
      ? []
      : answer.mails.flatMap(({ to: { email }, occasion }) => {
          const subject = SUBJECTS[occasion];
          const tellsSignUps = email !== '' && (!cancelled || occasion === 'cancelled' || occasion === 'given up');
          return subject && tellsSignUps ? [`${email}: ${subject}: Talk`] : [];
        });
    const expected = due.toSorted();
    if (queued.join() === expected.join()) return [];
    return [`mails to [${queued.join()}] instead of [${expected.join()}]`];
  }

  async #save(form: PersonForm): Promise<void> {
    const { formId, event } = form;
    await this.#db.write(async ({ query }) => {
      await query.updateTable('forms').set(columnsOf(form)).where('id', '=', formId).execute();
      const cancelled = Number(event.cancelled);
      await query.updateTable('events').set({ cancelled }).where('key', '=', event.key).execute();
    });
  }

  /** As if the mails that ask had been sent. */
  async #ask(): Promise<void> {
    const {
      now,
      people,
      form: {
        formId,
        event: { key, start },
      },
    } = this.#memory;
    if (start === null) return;
    const asked = people.filter(({ state, email }) => state === 'going' && email !== '');
    await this.#db.write(async (tx) => {
      await noteAsked(tx, formId, { event: { start }, moment: Number.MAX_SAFE_INTEGER });
      for (const one of asked)
        await noteSent(tx, { key: `${signUpMailsKey(one)}${questionName({ key, start })}`, recipient: one.email, now });
    });
  }
}

async function noteSent(
  { query }: Writer,
  { key, recipient, now }: { key: string; recipient: string; now: number },
): Promise<void> {
  const sent = { state: 'sent' as const, attempts: 1, next_at: 0, created_at: now, sent_at: now };
  await query
    .insertInto('outbox')
    .values({ key, recipient, kind: 'event reminder', message: '{}', ...sent })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function columnsOf(form: PersonForm): Partial<FormRow> {
  return {
    places: form.places,
    waitlist: Number(form.waitlist),
    opens: form.opens,
    closes: form.closes,
    remind_hours: form.remindHours,
    confirms: Number(form.confirms),
    audience: form.audience,
    members_until: form.membersUntil,
    ask_again_hours: form.askAgainHours,
    pass_on: Number(form.passOn),
    draw: Number(form.draw),
    keep_until: form.keepUntil,
    price: form.price,
    member_price: form.memberPrice,
    how_to_pay: form.howToPay || null,
    pay_within_days: form.payWithinDays,
    give_up_unpaid: Number(form.giveUpUnpaid),
  };
}

/** A check-in that a cancellation took back is forgotten in its own way by each. */
function comparable({ ticket, reference, checkIns, stateBefore, ...one }: SignUp): object {
  return {
    ...one,
    hasReference: reference !== null,
    hasTicket: ticket !== null,
    ...(one.checkedIn !== null && { checkIns, stateBefore }),
  };
}

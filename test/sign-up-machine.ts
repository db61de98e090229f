import fc from 'fast-check';
import type { EventFormField } from '../app/domain/forms/event-form-definition.ts';
import { optionCounts, withChoices } from '../app/domain/forms/option-places.ts';
import {
  decide,
  isRefusal,
  type Command,
  type Decision,
  type Refusal,
  type Standing,
} from '../app/domain/sign-ups/decide.ts';
import { addressKeyOf } from '../app/domain/sign-ups/person.ts';
import { arePlacesKept, groupsOf, keptFields, waitForSameGroup } from '../app/domain/sign-ups/kept-places.ts';
import {
  awaitsDraw,
  hasPlaceFor,
  isInactive,
  mayMoveUp,
  type Origin,
  type PersonForm,
  type Room,
} from '../app/domain/sign-ups/rules.ts';
import type { DecisionNeeds } from '../app/domain/sign-ups/standing.ts';
import { FREE } from '../app/domain/sign-ups/payments/settings.ts';
import { signUpPaymentState } from '../app/domain/sign-ups/payments/sentences.ts';
import { LIFE, type SignUp } from '../app/domain/sign-ups/state.ts';
import { HOUR_MS } from '../app/time/durations.ts';
import { newEvent } from './event-rows.ts';
import { club } from './outbox.ts';

/** One thing that happens: somebody gives a command, an officer changes the event, or time passes. `who` counts round all who are there. */
export type Happening =
  | { what: 'come'; person: number; by: Origin; option: string | undefined; beyondLimit: boolean }
  | { what: 'confirm' | 'return'; who: number; isMailed: boolean }
  | { what: 'cancel' | 'say coming'; who: number }
  | { what: 'change answers'; who: number; option: string | undefined }
  | { what: 'give place'; who: number; beyondLimit: boolean }
  | { what: 'check in' | 'undo check-in'; who: number; by: 'officer' | 'door' }
  | { what: 'ask' }
  | { what: 'pass on' }
  | { what: 'release' }
  | { what: 'draw' }
  | { what: 'mark as paid' | 'undo payment' | 'give back' | 'keep'; who: number }
  | { what: 'give up unpaid' }
  | { what: 'remind to pay' }
  | { what: 'change price'; price: number | null }
  | { what: 'cancel event' }
  | { what: 'change whether addresses are confirmed' }
  | { what: 'change whether places are drawn' }
  | { what: 'change places'; places: number | null }
  | { what: 'wait'; ms: number };

export const OPTIONS: EventFormField = {
  name: 'shift',
  type: 'radio',
  description: 'Shift',
  required: false,
  options: ['Early', 'Late'],
  limits: { Early: 2 },
};

/** What was there before, in memory, what was decided, and what is there since. */
export interface Step {
  before: Standing;
  command: Command;
  answer: Decision | Refusal;
  was: readonly SignUp[];
  is: readonly SignUp[];
  now: number;
}

type Silent =
  | ('wait' | 'change places' | 'change price' | 'cancel event' | 'ask')
  | ('change whether addresses are confirmed' | 'change whether places are drawn');

type Commanding = Exclude<Happening, { what: Silent }>;

const START = Date.UTC(2030, 2, 9, 18);

/** Everything about one form, in memory, as the database holds it. */
export class MemoryForm {
  form: PersonForm;
  people: SignUp[] = [];
  secret: string | null = null;
  now = START;
  #made = 0;
  readonly #exposedKeys = new Set<string>();

  constructor(settings: Partial<PersonForm> = {}) {
    const event = newEvent('talk', { start: START + 48 * HOUR_MS, end: START + 50 * HOUR_MS });
    this.form = {
      formId: 'form',
      event,
      eventKeys: ['talk'],
      places: 2,
      waitlist: true,
      opens: null,
      closes: null,
      remindHours: null,
      confirms: false,
      audience: null,
      membersUntil: null,
      askAgainHours: 24,
      passOn: true,
      draw: false,
      drawnAt: null,
      keepUntil: null,
      ...FREE,
      ...settings,
    };
  }

  standing({ key, answers: given, readsMembership, movesUp, draws, silentFor, ...needs }: DecisionNeeds): Standing {
    const one = this.people.find((person) => person.key === key);
    const address = addressKeyOf(given ?? one?.answers ?? {});
    const ofAddress = address === null ? [] : this.people.filter(({ email }) => email === address).toSorted(inOrder);
    const going = this.#in('going');
    const waiting = this.#in('waiting');
    const silent = going.filter(
      ({ askedFor, comingFor, checkedIn }) =>
        askedFor === this.form.event.start && comingFor !== askedFor && checkedIn === null,
    );
    return {
      form: this.form,
      club,
      fields: [OPTIONS],
      secret: this.secret,
      target: one,
      options: going.reduce(
        (counts, { answers }) => withChoices([OPTIONS], counts, answers),
        optionCounts([OPTIONS], []),
      ),
      taken: this.form.places === null ? 0 : going.length,
      waiting: waiting.length,
      lastSince: Math.max(0, ...this.people.map(({ since }) => since)),
      holder: ofAddress.find(({ state }) => state !== 'unconfirmed'),
      unconfirmed: ofAddress.filter(({ state }) => state === 'unconfirmed'),
      exposedKeys: new Set(
        [...this.#exposedKeys].filter((exposed) =>
          this.people.some((person) => person.key === exposed && person.state === 'cancelled'),
        ),
      ),
      isMember: readsMembership === true && one?.email.startsWith('member') === true,
      firstWaiting: movesUp || silentFor ? waiting : [],
      payingAsMembers: new Set([...this.people.map(({ email }) => email), address ?? ''].filter(isMembersAddress)),
      references: this.form.price === null ? [] : [...this.people, 'somebody new'].map(() => `R${++this.#made}`),
      overdue: needs.givesUp
        ? going
            .filter((person) => isUnpaid(person) && !person.paysWithStart && (person.payBy ?? Infinity) <= this.now)
            .toSorted((a, b) => (a.payBy ?? 0) - (b.payBy ?? 0) || inOrder(a, b))
        : [],
      toRemind: needs.remindsToPay
        ? going.filter((person) => isUnpaid(person) && (person.remindToPayAt ?? Infinity) <= this.now)
        : [],
      ticket: awaitsDraw(this.form) ? `T${String(++this.#made).padStart(7, '0')}` : null,
      entered: draws ? this.#in('entered').map((person) => ({ ...person, ticket: person.ticket ?? person.key })) : [],
      silent: silentFor ? silent.toReversed() : [],
    };
  }

  #in(state: SignUp['state']): SignUp[] {
    return this.people.filter((person) => person.state === state).toSorted(inOrder);
  }

  /** Decides, and keeps what was decided. */
  run(command: Command, needs: DecisionNeeds): Step {
    const before = frozen(this.standing(needs));
    const was = this.people;
    const answer = decide(before, command, this.now);
    if (!isRefusal(answer)) this.#keep(command, answer);
    return { before, command, answer, was, is: this.people, now: this.now };
  }

  #keep(command: Command, { changes, drawResult, links, signUp }: Decision): void {
    for (const link of links) if (link.kind === 'end unmailed') this.#exposedKeys.delete(link.of);
    for (const change of changes) {
      if (change.kind === 'put')
        this.people = [...this.people.filter(({ key }) => key !== change.signUp.key), change.signUp];
      else if (change.kind === 'remove') this.people = this.people.filter(({ key }) => key !== change.key);
      else if (change.kind === 'make secret') this.secret = 'ab'.repeat(32);
      else {
        const { email, ...to } = change.to;
        this.people = this.people.map((person) =>
          person.key === change.key ? { ...person, ...to, ...(email === null && { email: '' }) } : person,
        );
      }
    }
    if (drawResult) this.form = { ...this.form, drawnAt: this.now };
    // A visitor's answer has a link, which need not be the address's owner's.
    if (command.kind === 'send' && command.by === 'visitor' && signUp && signUp.state !== 'unconfirmed')
      this.#exposedKeys.add(signUp.key);
  }

  /** Does what happens; gives back the decisions that it took. */
  happen(happening: Happening): Step[] {
    const { what } = happening;
    if (what === 'wait') {
      this.now += happening.ms;
      return [];
    }
    if (what === 'change places') {
      this.form = { ...this.form, places: happening.places };
      return [this.#moveUp()];
    }
    if (what === 'change price') {
      const isDrawn = this.form.draw && this.form.drawnAt === null;
      if (!isDrawn) this.form = { ...this.form, price: happening.price };
      return [];
    }
    if (what === 'cancel event') {
      const cancelled = !this.form.event.cancelled;
      this.form = { ...this.form, event: { ...this.form.event, cancelled } };
      return cancelled ? [] : [this.#moveUp()];
    }
    if (what === 'change whether addresses are confirmed') {
      this.form = { ...this.form, confirms: !this.form.confirms };
      return [];
    }
    if (what === 'change whether places are drawn') {
      const isEmpty = this.people.every(({ state }) => isInactive(state));
      if (isEmpty) this.form = { ...this.form, draw: !this.form.draw, keepUntil: null };
      return [];
    }
    if (what === 'ask') {
      const { start } = this.form.event;
      this.people = this.people.map((one) =>
        one.state === 'going' && one.email ? { ...one, askedFor: start, comingFor: null } : one,
      );
      return [];
    }
    const { command, needs } = this.commandOf(happening);
    const steps = [this.run(command, needs)];
    return what === 'undo check-in' ? [...steps, this.#moveUp()] : steps;
  }

  #moveUp(): Step {
    return this.run({ kind: 'move up' }, { movesUp: true });
  }

  /** The command that a happening is, and what it needs to know. */
  commandOf(happening: Commanding): {
    command: Command;
    needs: DecisionNeeds;
  } {
    const id = String(++this.#made);
    if (happening.what === 'come') {
      const { person, by, option, beyondLimit } = happening;
      const hasEmail = by !== 'door' || person % 2 === 0;
      const email = `${person % 3 === 0 ? 'member' : 'person'}-${person}@example.edu`;
      const answers = {
        name: `Person ${person}`,
        ...(hasEmail && { email }),
        ...(option !== undefined && { shift: option }),
      };
      const key = `key-${id}`;
      return { command: { kind: 'send', by, key, answers, beyondLimit }, needs: { key, answers } };
    }
    if (happening.what === 'release') return { command: { kind: 'release' }, needs: { movesUp: true } };
    if (happening.what === 'draw') return { command: { kind: 'draw' }, needs: { draws: true } };
    if (happening.what === 'give up unpaid')
      return { command: { kind: 'give up unpaid' }, needs: { givesUp: true, movesUp: true } };
    if (happening.what === 'remind to pay')
      return { command: { kind: 'remind to pay' }, needs: { remindsToPay: true } };
    const event = this.form.event;
    if (happening.what === 'pass on')
      return { command: { kind: 'pass on' }, needs: { silentFor: { ...event, start: event.start ?? 0 } } };
    // Whoever gave no address has no link.
    const isByLink = happening.what === 'confirm' || happening.what === 'return';
    const among = this.people.filter(({ email }) => !isByLink || email !== '').toSorted(inOrder);
    const one = among[happening.who % Math.max(1, among.length)];
    const key = one?.key ?? 'nobody';
    const answers = one?.answers ?? {};
    const newKey = `key-${id}`;
    switch (happening.what) {
      case 'confirm':
        return {
          command: { kind: 'confirm', isMailed: happening.isMailed, newKey },
          needs: { key, readsMembership: true },
        };
      case 'return':
        return {
          command: { kind: 'return', isMailed: happening.isMailed, newKey, answers },
          needs: { key, answers, readsMembership: true },
        };
      case 'change answers': {
        const { option = '' } = happening;
        const needs = { key, movesUp: arePlacesKept(this.form, this.now) };
        return { command: { kind: 'change answers', answers: { ...answers, shift: option } }, needs };
      }
      case 'give place':
        return { command: { kind: 'give place', beyondLimit: happening.beyondLimit }, needs: { key } };
      case 'check in':
        return { command: { kind: 'check in', by: happening.by, id, at: this.now }, needs: { key } };
      case 'undo check-in':
        return { command: { kind: 'undo check-in', by: happening.by, ids: 'all' }, needs: { key } };
      case 'say coming':
        return { command: { kind: 'say coming' }, needs: { key } };
      case 'mark as paid': {
        const payment = { on: '2030-03-09', how: 'cash', note: '' };
        return { command: { kind: 'mark as paid', payment }, needs: { key } };
      }
      case 'undo payment':
        return { command: { kind: 'undo payment' }, needs: { key } };
      case 'give back':
        return { command: { kind: 'settle refund', as: 'refunded', on: '2030-03-10' }, needs: { key } };
      case 'keep':
        return { command: { kind: 'settle refund', as: 'kept', on: '2030-03-10' }, needs: { key } };
      case 'cancel':
        return { command: { kind: 'cancel' }, needs: { key, movesUp: true } };
    }
  }
}

export function inOrder(one: SignUp, other: SignUp): number {
  return one.since - other.since || (one.key < other.key ? -1 : 1);
}

function isMembersAddress(email: string): boolean {
  return email.startsWith('member');
}

function isUnpaid({ owes, paid }: SignUp): boolean {
  return owes !== null && paid === null;
}

function frozen<Value extends object>(value: Value): Value {
  return Object.freeze(value);
}

const who = fc.nat(20);
const option = fc.constantFrom(undefined, 'Early', 'Late');
const by = fc.constantFrom<Origin>('visitor', 'visitor', 'visitor', 'officer', 'door');
const atDoor = fc.constantFrom('officer' as const, 'door' as const);

/** The likelier more often. */
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('come' as const),
      person: fc.nat(8),
      by,
      option,
      beyondLimit: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constantFrom('confirm' as const, 'return' as const),
      who,
      isMailed: fc.constantFrom(true, true, true, false),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('cancel' as const, 'say coming' as const), who }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('change answers' as const), who, option }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('give place' as const), who, beyondLimit: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constantFrom('check in' as const, 'undo check-in' as const), who, by: atDoor }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Happening>(
      { what: 'ask' },
      { what: 'pass on' },
      { what: 'release' },
      { what: 'draw' },
      { what: 'cancel event' },
      { what: 'change whether addresses are confirmed' },
      { what: 'change whether places are drawn' },
      { what: 'change whether places are drawn' },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('change places' as const),
      places: fc.option(fc.integer({ min: 1, max: 4 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'mark as paid' as const,
        'mark as paid' as const,
        'undo payment' as const,
        'give back' as const,
        'keep' as const,
      ),
      who,
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom<Happening>({ what: 'give up unpaid' }, { what: 'remind to pay' }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('change price' as const), price: fc.constantFrom(null, 700, 1250) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 2 * HOUR_MS }) }),
  },
  { weight: 1, arbitrary: fc.constant<Happening>({ what: 'wait', ms: 13 * HOUR_MS }) },
);

/** What may happen in a term. */
export const terms = fc.array(happening, { minLength: 20, maxLength: 120, size: 'max' });

export const settings: fc.Arbitrary<Partial<PersonForm>> = fc
  .record({
    places: fc.option(fc.integer({ min: 1, max: 4 })),
    waitlist: fc.boolean(),
    confirms: fc.boolean(),
    draw: fc.boolean(),
    audience: fc.constantFrom(null, null, 'members' as const),
    closes: fc.constantFrom(null, START + 6 * HOUR_MS),
    keepUntil: fc.constantFrom(null, null, START + HOUR_MS, START + 6 * HOUR_MS),
    price: fc.constantFrom(null, 1250),
    memberPrice: fc.constantFrom(null, null, 0, 800),
    payWithinDays: fc.constantFrom(null, 1),
    giveUpUnpaid: fc.boolean(),
  })
  // A draw keeps no places.
  .map((given) => ({ ...given, keepUntil: given.draw ? null : given.keepUntil }));

/** Whether somebody whose command this is may have a place beyond the limit. */
function mayGoBeyond(command: Command): boolean {
  if (command.kind === 'send')
    return command.by === 'door' || (command.by === 'officer' && command.beyondLimit === true);
  return (
    command.kind === 'check in' ||
    command.kind === 'undo check-in' ||
    (command.kind === 'give place' && command.beyondLimit)
  );
}

const FILLING = new Set<Command['kind']>(['move up', 'cancel', 'pass on', 'release', 'give up unpaid']);
/** They change nobody's place. */
const OF_MONEY = new Set<Command['kind']>(['mark as paid', 'undo payment', 'settle refund', 'remind to pay']);

function roomAfter({ form, fields }: Standing, is: readonly SignUp[]): Room {
  const going = is.filter(({ state }) => state === 'going');
  const counted = (counts: Room['options'], { answers }: SignUp) => withChoices(fields, counts, answers);
  return { form, fields, taken: going.length, waiting: 0, options: going.reduce(counted, optionCounts(fields, [])) };
}

/** What a step does that must never happen; empty where all holds. */
export function violations({ before, command, answer, was, is, now }: Step): string[] {
  const found: string[] = [];
  const claim = (holds: boolean, sentence: string) => {
    if (!holds) found.push(`${command.kind}: ${sentence}`);
  };
  if (isRefusal(answer)) {
    claim(was === is, 'a refusal changes nothing');
    return found;
  }
  const { form } = before;
  const count = (people: readonly SignUp[], state: SignUp['state']) =>
    people.filter((one) => one.state === state).length;
  const [wentBefore, going] = [count(was, 'going'), count(is, 'going')];
  if (form.places !== null && !mayGoBeyond(command))
    claim(going <= Math.max(form.places, wentBefore), 'never more go than there are places');

  const addresses = is.filter(({ email, state }) => email && state !== 'unconfirmed').map(({ email }) => email);
  claim(new Set(addresses).size === addresses.length, 'one address is signed up once');
  claim(new Set(is.map(({ key }) => key)).size === is.length, 'nobody is doubled');
  claim(
    was.every((one) => one.state === 'unconfirmed' || is.some(({ key }) => key === one.key)),
    'nobody is lost',
  );
  const order = is.filter(({ state }) => state === 'waiting').map(({ since }) => since);
  claim(new Set(order).size === order.length, 'two who wait never stand at one place');

  const movedUp = answer.mails.filter(({ occasion }) => occasion === 'moved up').map(({ to }) => to.key);
  const kept = keptFields(form, before.fields, now);
  if (kept.length > 0) {
    const isAsked = (key: string) => key === before.target?.key;
    const overtaken = was.filter(
      (one) =>
        one.state === 'waiting' &&
        stateOf(is, one.key) === 'waiting' &&
        was.some(
          (other) =>
            movedUp.includes(other.key) &&
            !isAsked(other.key) &&
            !isAsked(one.key) &&
            inOrder(one, other) < 0 &&
            waitForSameGroup(groupsOf(kept, one.answers), groupsOf(kept, other.answers)),
        ),
    );
    claim(overtaken.length === 0, 'of those who wait for the same the first moves up');
    if (!mayGoBeyond(command))
      for (const [option, { limit }] of Object.entries(roomAfter(before, is).options['shift'] ?? {})) {
        const holding = (people: readonly SignUp[]) =>
          people.filter(({ state, answers }) => state === 'going' && answers['shift'] === option).length;
        claim(holding(is) <= Math.max(limit, holding(was)), 'never more have an option than places are kept for it');
      }
  } else if (command.kind !== 'give place') {
    const first = was
      .filter((one) => one.state === 'waiting' && !(command.kind === 'cancel' && one.key === before.target?.key))
      .toSorted(inOrder)
      .slice(0, movedUp.length);
    claim(
      movedUp.every((key, at) => first[at]?.key === key),
      'who waits longest moves up first',
    );
  }
  for (const { key } of [...was, ...is]) {
    const [from, to] = [stateOf(was, key), stateOf(is, key)];
    const mails = answer.mails.filter((mail) => mail.to.key === key).map(({ occasion }) => occasion);
    const kind = causeOf(answer, command, key);
    if (from !== to) claim(isListed(from, kind, to), `the table does not list ${from} -> ${to}`);
    claim(mails.length <= 1, `${key} is written to once`);
    const isUp = from === 'waiting' && to === 'going' && command.kind !== 'check in' && command.kind !== 'draw';
    claim(!isUp || mails.includes('moved up'), 'who moves up is told');
    const farewell = command.kind === 'give up unpaid' ? 'given up' : 'cancelled';
    claim(
      to !== 'cancelled' || from === 'cancelled' || command.kind === 'undo check-in' || mails.includes(farewell),
      'who is cancelled is told',
    );
  }
  found.push(...moneyViolations({ before, command, answer, was, is, now }));
  const isOfMoney = OF_MONEY.has(command.kind) || (command.kind === 'give up unpaid' && answer.changes.length === 0);
  const fills = !isOfMoney && (kept.length > 0 ? command.kind !== 'undo check-in' : FILLING.has(command.kind));
  const isCancelledAgain = command.kind === 'cancel' && before.target !== undefined && isInactive(before.target.state);
  if (fills && !isCancelledAgain && mayMoveUp(form, now)) {
    const room = roomAfter(before, is);
    const isFreeFor = ({ state, answers }: SignUp) => state === 'waiting' && hasPlaceFor(room, answers, now);
    claim(!is.some(isFreeFor), 'nobody waits beside a free place');
  }
  return found;
}

/** What is owed, paid, given back and kept adds up, and nobody's money is lost. */
function moneyViolations({ before, command, answer, was, is, now }: Step): string[] {
  const found: string[] = [];
  const claim = (holds: boolean, sentence: string) => {
    if (!holds) found.push(`${command.kind}: ${sentence}`);
  };
  const { form } = before;
  const references = is.flatMap(({ reference }) => reference ?? []);
  claim(new Set(references).size === references.length, 'a reference is one person’s');
  claim(
    was.flatMap(({ reference }) => reference ?? []).every((one) => references.includes(one)),
    'a reference is never lost',
  );
  const received = (people: readonly SignUp[]) => people.reduce((sum, { paid }) => sum + (paid?.amount ?? 0), 0);
  const byState = Map.groupBy(is, (one) => signUpPaymentState(one, form, now));
  const parts = (['Paid', 'To refund', 'Refunded', 'Kept'] as const).map((state) => received(byState.get(state) ?? []));
  claim(parts.reduce((sum, part) => sum + part, 0) === received(is), 'what came in adds up');
  const renewed = was.filter(({ refundedOn, reference }) => {
    const later = is.find((one) => one.reference === reference);
    return refundedOn !== null && later?.paid === null && command.kind !== 'undo payment';
  });
  const isTakenBack =
    command.kind === 'undo payment' && before.target?.refundedOn === null && before.target.keptOn === null;
  const change =
    (command.kind === 'mark as paid' ? (before.target?.owes ?? 0) : 0) -
    (isTakenBack ? (before.target?.paid?.amount ?? 0) : 0) -
    received(renewed);
  claim(received(is) - received(was) === change, 'money comes and goes by what was noted alone');
  for (const one of is) {
    const earlier = was.find(({ key }) => key === one.key);
    const getsPlace = one.state === 'going' && earlier?.state !== 'going';
    const isMember = form.memberPrice !== null && isMembersAddress(one.email);
    const price = form.price === null ? null : ((isMember ? form.memberPrice : form.price) ?? 0) || null;
    if (getsPlace) claim(one.owes === price, 'who gets a place owes what it costs then');
    if (earlier?.state === 'going' && one.state === 'going') claim(one.owes === earlier.owes, 'nobody owes more later');
    claim(one.owes === null || one.reference !== null, 'who owes has a reference');
    claim((one.refundedOn === null && one.keptOn === null) || one.paid !== null, 'what is given back was paid');
    claim(one.refundedOn === null || one.keptOn === null, 'what is given back is not kept');
    const isGivenUp = command.kind === 'give up unpaid' && earlier?.state === 'going' && one.state === 'cancelled';
    claim(!isGivenUp || (isUnpaid(one) && one.checkedIn === null && (one.payBy ?? 0) <= now), 'who paid or came stays');
  }
  const reminded = isRefusal(answer) ? [] : answer.mails.filter(({ occasion }) => occasion === 'please pay');
  claim(
    reminded.every(({ to }) => isUnpaid(to) && (to.payBy ?? 0) > now),
    'who paid is not reminded',
  );
  return found;
}

function isListed(from: SignUp['state'] | 'nobody', command: Command['kind'], to: SignUp['state'] | 'nobody'): boolean {
  const row: Partial<Record<Command['kind'], readonly string[]>> = LIFE[from];
  return row[command]?.includes(to) ?? false;
}

function stateOf(people: readonly SignUp[], key: string): SignUp['state'] | 'nobody' {
  return people.find((one) => one.key === key)?.state ?? 'nobody';
}

/** Whoever has a place that somebody else made free moves up, by whatever command. */
function causeOf(answer: Decision | Refusal, command: Command, key: string): Command['kind'] {
  const isUp = !isRefusal(answer) && answer.mails.some(({ to, occasion }) => occasion === 'moved up' && to.key === key);
  const isOwn = !isRefusal(answer) && command.kind === 'change answers' && answer.signUp?.key === key;
  return isUp && command.kind !== 'give place' && !isOwn ? 'move up' : command.kind;
}

/** 'waiting, cancel: cancelled', of everything that a step changed; for the count of what the table lists. */
export function transitions({ command, answer, was, is }: Step): string[] {
  const keys = new Set([...was, ...is].map(({ key }) => key));
  return [...keys].map((key) => `${stateOf(was, key)}, ${causeOf(answer, command, key)}: ${stateOf(is, key)}`);
}

import { NotFound, Rejected } from '../errors.ts';
import { OptionFull } from '../forms/option-places.ts';
import type { Refusal } from './decide.ts';
import { PERSON } from './person.ts';
import { CLOSED, NO_SUCH_SIGN_UP, stateSentence } from './sentences.ts';
import type { SignUp } from './state.ts';

/** Sign-up is not open, or no place is free and nobody may wait. */
export class NoPlace extends Rejected {
  override name = 'NoPlace';
}

/** The address is signed up already; `signUp` is as it was found. */
export class SignedUpAlready extends Rejected {
  override name = 'SignedUpAlready';
  readonly signUp: SignUp;

  constructor(signUp: SignUp, sent = 'We have sent its link again.') {
    super('This address is signed up already.', { [PERSON.email]: `This address is signed up already. ${sent}` });
    this.signUp = signUp;
  }
}

/** What to say about each refusal if nothing more is known about the reader. */
const SENTENCES = {
  'not yet open': CLOSED.notYet,
  closed: CLOSED.closed,
  full: CLOSED.full,
  'not drawn': 'Places are drawn when sign-up closes: nobody gets one before then.',
  'no place': 'They have no place: give them one first.',
  'owes nothing': 'They owe nothing.',
  'paid already': 'Somebody else has already marked this as paid. Nothing was changed.',
  'not paid': 'This payment is no longer marked as paid.',
  'payment changed': 'This payment is not what you saw any more. Nothing was changed.',
  'nothing to refund': 'There is nothing left to refund here.',
} as const;

/** @throws NoPlace, SignedUpAlready, OptionFull, NotFound or Rejected, whichever the refusal means. */
export function refuse(refused: Refusal): never {
  switch (refused.refusal) {
    case 'signed up already':
      throw new SignedUpAlready(refused.signUp);
    case 'option full':
      throw new OptionFull(refused.fields);
    case 'no such sign-up':
      throw new NotFound(NO_SUCH_SIGN_UP);
    case 'cancelled':
      throw new Rejected(stateSentence('cancelled'));
    case 'no member':
      throw new Rejected('This event is for members, and this address has no paid membership.');
    default:
      throw new NoPlace(SENTENCES[refused.refusal]);
  }
}

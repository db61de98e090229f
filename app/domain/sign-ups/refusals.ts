import { NotFound, Rejected } from '../errors.ts';
import { OptionFull } from '../forms/option-places.ts';
import type { Refusal } from './decide.ts';
import { PERSON } from './person.ts';
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

/** What is said of each refusal, where nothing better is known of who reads it. */
const SENTENCES = {
  'not yet open': 'Sign-up has not opened yet.',
  closed: 'Sign-up has closed.',
  full: 'All places are taken.',
  'not drawn': 'Places are drawn when sign-up closes: nobody gets one before then.',
  'no place': 'They have no place: give them one first.',
} as const;

/** @throws NoPlace, SignedUpAlready, OptionFull, NotFound, Rejected: the one that the refusal means. */
export function refuse(refused: Refusal): never {
  switch (refused.refusal) {
    case 'signed up already':
      throw new SignedUpAlready(refused.signUp);
    case 'option full':
      throw new OptionFull(refused.fields);
    case 'no such sign-up':
      throw new NotFound('There is no such sign-up.');
    case 'cancelled':
      throw new Rejected('Your sign-up is cancelled.');
    case 'no member':
      throw new Rejected('This event is for members, and this address has no paid membership.');
    default:
      throw new NoPlace(SENTENCES[refused.refusal]);
  }
}

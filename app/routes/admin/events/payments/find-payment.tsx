import { foldName, matches, wordsOf } from '../../../../domain/find-names.ts';
import { REFERENCE_LENGTH } from '../../../../domain/sign-ups/payments/reference.ts';
import * as fields from '../../../../ui/form/field.module.css';
import * as styles from './payments.module.css';

/** True if the text has every word that was typed, ignoring case and accents. */
export function isFoundBySearch(text: string, typed: string): boolean {
  return matches(foldName(text), wordsOf(typed));
}

const LOOKS_LIKE_REFERENCE = new RegExp(`^[a-z0-9]{${REFERENCE_LENGTH}}$`, 'i');
const IN_NO_REFERENCE = /[01io]/i;

/** The sentence if nothing was found for what was typed. */
export function nothingFound(typed: string): string {
  const isMisread = LOOKS_LIKE_REFERENCE.test(typed.trim()) && IN_NO_REFERENCE.test(typed);
  return `No payments found.${isMisread ? ' No reference has a 0, an O, a 1 or an I: it may be a Q, a D or an L.' : ''}`;
}

interface FindPaymentProps {
  typed: string;
  /** False for a Treasurer, who does not see addresses. */
  seesAddresses?: boolean;
  found: number;
  onType: (text: string) => void;
  /** Enter marks the person, if exactly one was found. */
  onEnter: () => void;
}

export function FindPayment({ typed, seesAddresses = true, found, onType, onEnter }: FindPaymentProps) {
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      <label className={styles.find}>
        <span>Find a payment</span>
        <input
          type="search"
          className={fields.input}
          placeholder={seesAddresses ? 'Reference, name, address' : 'Reference, name'}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      </label>
      <p role="status" className="visually-hidden">
        {typed && `${found.toLocaleString('en')} found`}
      </p>
    </form>
  );
}

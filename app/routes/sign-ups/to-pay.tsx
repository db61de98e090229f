import type { OwnPayment } from '../../domain/sign-ups/payments/sentences.ts';
import { Description } from '../events/description.tsx';
import * as styles from './to-pay.module.css';

/** How somebody's own payment stands, and while it is to be paid, how. */
export function ToPay({ says, reference, howToPay, Heading = 'h3' }: OwnPayment & { Heading?: 'h2' | 'h3' }) {
  return (
    <div className={styles.pay}>
      <p className={styles.says}>{says}</p>
      {reference && (
        <p>
          Reference: <strong className={styles.reference}>{reference}</strong>
        </p>
      )}
      {howToPay && (
        <section aria-label="How to pay">
          <Heading className={styles.how}>How to pay</Heading>
          <Description text={howToPay} />
        </section>
      )}
    </div>
  );
}

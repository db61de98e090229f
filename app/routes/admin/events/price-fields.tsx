import { useContext } from 'react';
import { MOST_HOW_TO_PAY, PAY_WITHIN_CHOICES } from '../../../domain/sign-ups/payments/settings.ts';
import { BoundTextArea, BoundTextField, CheckboxField, SelectField } from '../../../ui/admin/fields.tsx';
import { MembersContext, MoneyContext } from '../club-contexts.ts';
import type { RecordForm } from '../../../ui/admin/use-record-form.ts';
import * as styles from './event-fields.module.css';
import type { EventValues } from './event-values.ts';

const HOW =
  'Each person sees this with their place, on their own page and in the email. {reference} stands for their reference, in links too. The site takes no card payments.';

/** The price of a place, and how and until when it is paid. */
export function PriceFields({ form: { bind, values } }: { form: RecordForm<EventValues> }) {
  const hasMembers = useContext(MembersContext);
  const { currency } = useContext(MoneyContext);
  const hasPrice = values.price.trim() !== '';
  return (
    <>
      <div className={styles.pair}>
        <BoundTextField
          field={bind('price')}
          hint={`In ${currency}. Leave empty if it is free. If you change it later, people who already have a place still owe the old price.`}
          inputMode="decimal"
        />
        {hasPrice && hasMembers && (
          <BoundTextField
            field={bind('memberPrice')}
            hint="Leave empty if it is the same. If you fill it in, everyone has to confirm their address."
            inputMode="decimal"
          />
        )}
      </div>
      {hasPrice && (
        <>
          <BoundTextArea field={bind('howToPay')} hint={HOW} rows={4} maxLength={MOST_HOW_TO_PAY} required />
          <SelectField
            field={bind('payWithin')}
            hint="Counted from when somebody gets their place; it ends when the event begins at the latest. They are reminded a day before."
            options={PAY_WITHIN_CHOICES}
          />
          {values.payWithin !== 'Until the event' && (
            <CheckboxField
              field={bind('giveUpUnpaid')}
              hint="People who have not paid in time lose their place, and it goes to the waitlist. Nobody loses a place once the event has begun."
            />
          )}
        </>
      )}
    </>
  );
}

import { QUESTIONS } from '../../../domain/questions/index.ts';
import type { EditableEvent } from '../../../domain/event-changes/editable-event.ts';
import { STILL_COMING_CHOICES, REMINDER_CHOICES } from '../../../domain/sign-ups/reminder-hours.ts';
import { AUDIENCE_CHOICES, WAYS_TO_GIVE_PLACES } from '../../../domain/sign-ups/settings.ts';
import { useContext } from 'react';
import { BoundTextField, CheckboxField, SelectField } from '../../../ui/admin/fields.tsx';
import { MembersContext } from '../club-contexts.ts';
import type { RecordForm } from '../../../ui/admin/use-record-form.ts';
import * as panel from '../../../ui/panel.module.css';
import * as styles from './event-fields.module.css';
import type { EventValues } from './event-values.ts';
import { PriceFields } from './price-fields.tsx';
import { MomentField } from './time-fields.tsx';

const FIRST_COME = 'Everyone knows at once. Where places would be gone within minutes, a draw is fairer.';
const DRAW =
  'Fair to those who cannot be there when sign-up opens. It needs ‘Places’ and ‘Sign-up closes’; anyone can check the draw.';

interface SignUpFieldsProps {
  form: RecordForm<EventValues>;
  edited: EditableEvent | undefined;
}

export function SignUpFields({ form: { bind, values }, edited }: SignUpFieldsProps) {
  const kept = edited?.signUps ?? 0;
  const note = !values.asksPerson && kept > 0 ? `${kept.toLocaleString('en')} sign-ups are kept.` : undefined;
  return (
    <>
      <CheckboxField
        field={bind('asksPerson')}
        hint={note ?? 'One sign-up per address, with an emailed link to change or cancel it.'}
      />
      {values.asksPerson && (
        <>
          <BoundTextField
            field={bind('places')}
            hint={values.givenBy === 'By a draw' ? 'This many people get one.' : 'Leave empty for no limit.'}
            inputMode="numeric"
          />
          <div role="status" className={styles.status}>
            {isTooFew(values.places, edited) && (
              <p className={panel.note}>{fewerPlaces(values.places, edited.going)}</p>
            )}
          </div>
          <SelectField
            field={bind('givenBy')}
            hint={values.givenBy === 'By a draw' ? DRAW : FIRST_COME}
            options={WAYS_TO_GIVE_PLACES}
          />
          {values.places.trim() !== '' && (
            <CheckboxField field={bind('waitlist')} hint="When someone cancels, the next person gets the place." />
          )}
        </>
      )}
    </>
  );
}

interface SignUpOptionsProps extends SignUpFieldsProps {
  timeZone: string;
}

export function SignUpOptions({ form, edited, timeZone }: SignUpOptionsProps) {
  const { bind, values } = form;
  return (
    <>
      <WhoSignsUp form={form} timeZone={timeZone} />
      <div className={styles.pair}>
        <MomentField
          field={bind('opens')}
          occurrence={bind('opensOccurrence')}
          timeZone={timeZone}
          hint="Leave empty to open at once."
        />
        <MomentField
          field={bind('closes')}
          occurrence={bind('closesOccurrence')}
          timeZone={timeZone}
          hint={
            values.givenBy === 'By a draw'
              ? 'Places are drawn at this moment.'
              : 'Leave empty to close when the event is over.'
          }
        />
      </div>
      {mayKeepPlaces(values) && (
        <MomentField
          field={bind('keepUntil')}
          occurrence={bind('keepUntilOccurrence')}
          timeZone={timeZone}
          hint="Until then, people can choose a full option and wait for it. After that, the waitlist gets the places that are left. Leave empty to refuse full options."
          disabled={edited?.isReleased === true && edited.input.keepUntil !== ''}
        />
      )}
      <PriceFields form={form} />
      <SelectField field={bind('remind')} hint="For everyone with a place." options={REMINDER_CHOICES} />
      <SelectField
        field={bind('askAgain')}
        hint="Asks ‘Still coming?’ by email. One press answers."
        options={STILL_COMING_CHOICES}
      />
      {values.askAgain !== 'Not' && values.waitlist && values.places.trim() !== '' && (
        <CheckboxField
          field={bind('passOn')}
          hint="Six hours before the start, the waitlist gets the places of those who have not answered."
        />
      )}
    </>
  );
}

/** True if a Radio field has a limit and the form has a waitlist. */
function mayKeepPlaces({ places, waitlist, fields }: EventValues): boolean {
  const isGroup = ({ type, options }: EventValues['fields'][number]) =>
    QUESTIONS[type].isOneChoice && options.some((option) => option.places.trim() !== '');
  return waitlist && places.trim() !== '' && fields.some(isGroup);
}

/** Who can sign up, if the club has members, and whether addresses have to be confirmed. */
function WhoSignsUp({ form: { bind, values }, timeZone }: Omit<SignUpOptionsProps, 'edited'>) {
  const hasMembers = useContext(MembersContext);
  const confirms = bind('confirms');
  const always = whyAlwaysConfirmed(values, hasMembers);
  return (
    <>
      {hasMembers && (
        <div className={styles.pair}>
          <SelectField field={bind('audience')} options={AUDIENCE_CHOICES} />
          {values.audience === 'Members first, until' && (
            <MomentField
              field={bind('membersUntil')}
              occurrence={bind('membersUntilOccurrence')}
              timeZone={timeZone}
              hint="From then on everyone may sign up."
              required
            />
          )}
        </div>
      )}
      <CheckboxField
        field={always ? { ...confirms, value: true } : confirms}
        disabled={always !== undefined}
        hint={always ?? 'A sign-up counts once the person has followed the link in our email.'}
      />
    </>
  );
}

/** Why addresses are confirmed whatever the officer chooses; undefined if they choose. */
function whyAlwaysConfirmed(values: EventValues, hasMembers: boolean): string | undefined {
  if (hasMembers && values.audience !== 'Everyone') return 'Always, while sign-up is for members.';
  const hasMemberPrice = hasMembers && values.price.trim() !== '' && values.memberPrice.trim() !== '';
  if (hasMemberPrice) return 'Always, where members pay another price.';
  return values.givenBy === 'By a draw' ? 'Always, where places are drawn.' : undefined;
}

function isTooFew(places: string, edited: EditableEvent | undefined): edited is EditableEvent {
  return edited !== undefined && /^\d+$/.test(places.trim()) && Number(places) < edited.going;
}

function fewerPlaces(places: string, going: number): string {
  const over = going - Number(places);
  const people = `${going.toLocaleString('en')} ${going === 1 ? 'person has' : 'people have'} a place already`;
  return `${people}, ${over.toLocaleString('en')} more than that. Nobody loses a place, but nobody else gets one until enough cancel.`;
}

import { importAgain } from '../../ui/import-again.ts';
import { useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import type { CalendarLinks } from '../../domain/events/calendar-links.ts';
import { defineEventForm, REQUIRED, type EventForm } from '../../domain/forms/event-form-definition.ts';
import { checkAnswers } from '../../domain/forms/form-definition.ts';
import { ErrorSummary, DraftNote, NeedsJavaScript, SendRow } from '../../ui/form/form-status.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import * as panel from '../../ui/panel.module.css';
import type { OptionCounts } from '../../domain/forms/option-places.ts';
import { AskedFields } from './asked-fields.tsx';
import { FormChanges, useChangingForm } from './changing-form.tsx';
import { answersIn } from './custom-field.tsx';
import { FORM_ID } from './form-id.ts';
import type { Recorded, RecordedAnswer } from './recorded.tsx';

export { OwnSignUpPanel } from './own-sign-up-panel.tsx';

interface Arrived {
  answer: RecordedAnswer;
  /** Loaded together with the code that sends. */
  Shown: typeof Recorded;
}

interface CustomFormProps {
  form: EventForm;
  options: OptionCounts;
  isClosed: boolean;
  isFull: boolean;
  isWaitlist: boolean;
  /** Whether a full option of a Radio field may be chosen, to wait for it. */
  mayWait: boolean;
  /** The sentence that says why the form takes no answers. */
  note?: string | undefined;
  calendars: CalendarLinks | null;
  eventKey: string;
  /** When the event is over, in epoch milliseconds; null if it never is. */
  overAt: number | null;
  onRecorded: (answer: RecordedAnswer | null) => void;
}

/** editing → submitting → submitted (product.md 2, 5), and again for somebody else. */
export function CustomForm(props: CustomFormProps) {
  const { options, isClosed, isFull, isWaitlist, mayWait, note, calendars } = props;
  const changing = useChangingForm(props.form);
  const { form, changes, element } = changing;
  const { filling, arrived, submit, begin } = useFilling(props, changing);
  if (arrived) {
    const { answer, Shown } = arrived;
    return <Shown {...answer} calendars={calendars} onAnother={isClosed ? undefined : begin} />;
  }
  const labels = new Map(form.fields.map((field) => [field.name, field.description]));
  return (
    <form ref={element} {...filling.props} onSubmit={submit}>
      <NeedsJavaScript />
      <DraftNote {...filling.draft} />
      {note ? <p className={panel.note}>{note}</p> : <Changes changes={changes} isClosed={isClosed} isFull={isFull} />}
      <AskedFields fields={form.fields} options={options} mayWait={mayWait} messageOf={filling.messageOf} />
      <ErrorSummary
        form={FORM_ID}
        text={
          filling.summary.some(([, message]) => message === REQUIRED)
            ? 'Please fill all required fields, indicated with *'
            : 'Please check these answers:'
        }
        fields={filling.summary.flatMap(([field]) => {
          const label = labels.get(field);
          return label === undefined ? [] : [{ name: field, label }];
        })}
      />
      {!isClosed && <SendRow label={isWaitlist ? 'Join the waitlist' : 'Submit'} {...filling.sending} />}
    </form>
  );
}

/** Sends the answers, and keeps the result until the form is started again. */
function useFilling(
  { isClosed, eventKey, overAt, onRecorded }: CustomFormProps,
  { form, follow }: ReturnType<typeof useChangingForm>,
) {
  const [arrived, setArrived] = useState<Arrived | null>(null);
  const filling = useForm({
    name: `entry:${form.id}`,
    id: FORM_ID,
    check: (values) => checkAnswers(defineEventForm(form), answersIn(form.fields, values)).wrong,
    load: () => importAgain(() => import('./send-entry.ts')),
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    if (isClosed) return;
    filling.submit(currentTarget, () => {
      const answers = answersIn(form.fields, new FormData(currentTarget));
      let latest: Arrived | null = null;
      return {
        send: ({ sendEntry, rememberSignUp, Recorded: Shown }, once) =>
          sendEntry({ formId: form.id, answers, once }, (answer) => {
            latest = { answer, Shown };
            const { link, state = '' } = answer.signUp ?? {};
            if (link) rememberSignUp(eventKey, { link, name: answers.name, state, overAt });
          }),
        sent() {
          setArrived(latest);
          onRecorded(latest && latest.answer);
        },
        refused({ form: current }) {
          // The new fields must exist before focus can move there.
          if (isForm(current)) flushSync(() => follow(current));
        },
      };
    });
  };

  const begin = () => {
    filling.renew();
    flushSync(() => {
      setArrived(null);
      onRecorded(null);
    });
    document.querySelector<HTMLElement>(`#${FORM_ID} :is(input, textarea)`)?.focus();
  };

  return { filling, arrived, submit, begin };
}

/** The site sends a complete form, or none. */
function isForm(sent: unknown): sent is EventForm {
  return typeof sent === 'object' && sent !== null && 'fields' in sent;
}

function Changes({ changes, isClosed, isFull }: { changes: string[]; isClosed: boolean; isFull: boolean }) {
  return (
    <div role="status" className={isClosed || changes.length > 0 ? panel.note : undefined}>
      {isClosed && (
        <p>{`${isFull ? 'The last place has just been taken.' : 'The club has just closed this form.'} What you typed is still here, but it cannot be sent any more.`}</p>
      )}
      {!isClosed && <FormChanges changes={changes} />}
    </div>
  );
}

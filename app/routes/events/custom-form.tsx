import { useState, type FormEvent } from 'react';
import { checkAnswers } from '../../domain/forms/check-answers.ts';
import { REQUIRED } from '../../domain/forms/fields/field-type.ts';
import type { SignUpForm } from '../../domain/forms/form.ts';
import { Arrived } from '../../ui/form/arrived.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import formStyles from '../../ui/form/form.module.css';
import { NeedsJavaScript } from '../../ui/form/needs-javascript.tsx';
import { SendRow } from '../../ui/form/send-row.tsx';
import { useFormMessages } from '../../ui/form/use-form-messages.ts';
import { useOnce } from '../../ui/form/use-once.ts';
import { useSending, warmUp } from '../../ui/form/use-sending.ts';
import panel from '../../ui/panel.module.css';
import { answersIn, CustomField } from './custom-field.tsx';
import { useChangingForm } from './use-changing-form.ts';

const ID = 'event-form';

interface CustomFormProps {
  form: SignUpForm;
  /** The club has taken the form down while this page was open. */
  isClosed: boolean;
  onRecorded: () => void;
}

/** An event's own sign-up form: editing → submitting → submitted (product.md 2, 4, 5). */
export function CustomForm({ form: given, isClosed, onRecorded }: CustomFormProps) {
  const { form, changes, noteTyped, follow } = useChangingForm(given);
  const [isRecorded, setRecorded] = useState(false);
  const once = useOnce(`entry:${form.id}`);
  const sending = useSending();
  const messages = useFormMessages((typed) => checkAnswers(form.fields, answersIn(form.fields, typed)).wrong);
  const wrong = form.fields.filter(({ name }) => Object.hasOwn(messages.summary, name));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isClosed || !messages.attempt(event.currentTarget)) return;
    const answers = answersIn(form.fields, new FormData(event.currentTarget));
    sending.run(async () => (await import('./send-entry.ts')).sendEntry(form.id, answers, once.current?.key), {
      sent() {
        once.current?.done();
        setRecorded(true);
        onRecorded();
      },
      refused(refusal) {
        if (refusal.code === 'sent-before') once.current?.renew();
        if (isForm(refusal.form)) follow(refusal.form);
        return messages.show(refusal.fields ?? {});
      },
    });
  };

  if (isRecorded)
    return <Arrived className={`${panel.good} ${formStyles.arrived}`}>Your response has been recorded!</Arrived>;
  return (
    <form
      id={ID}
      noValidate
      className={formStyles.form}
      onSubmit={submit}
      onInput={(event) => {
        messages.onInput(event);
        noteTyped(answersIn(form.fields, new FormData(event.currentTarget)));
      }}
      onBlur={messages.onBlur}
      onFocus={() => warmUp({ attests: true })}
    >
      <NeedsJavaScript />
      <Changes changes={changes} isClosed={isClosed} />
      {form.fields.map((field) => (
        <CustomField key={`${field.type} ${field.name}`} field={field} message={messages.messageOf(field.name)} />
      ))}
      <ErrorSummary
        form={ID}
        text={
          Object.values(messages.summary).includes(REQUIRED)
            ? 'Please fill all required fields, indicated with *'
            : 'Please check these answers:'
        }
        fields={wrong.map(({ name, description }) => ({ name, label: description }))}
      />
      {!isClosed && <SendRow label="Submit" {...sending} />}
    </form>
  );
}

/** The site sends a form whole, or none. */
function isForm(sent: unknown): sent is SignUpForm {
  return typeof sent === 'object' && sent !== null && 'fields' in sent;
}

/** Says what the club changed in the form while it was being filled in. */
function Changes({ changes, isClosed }: { changes: string[]; isClosed: boolean }) {
  return (
    <div role="status" className={isClosed || changes.length > 0 ? panel.note : undefined}>
      {isClosed && (
        <p>The club has just closed this form. What you typed is still here, but it cannot be sent any more.</p>
      )}
      {!isClosed && changes.length > 0 && (
        <>
          <p>The club has just changed this form. What you typed is still here.</p>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { isOfKind } from '../problem.ts';
import { flushSync } from 'react-dom';
import type { ClubForm } from '../domain/responses/club-forms.ts';
import { checkAnswers, type Answers } from '../domain/responses/form-definition.ts';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/form/error-summary.tsx';
import formStyles from '../ui/form/form.module.css';
import { NeedsJavaScript } from '../ui/form/needs-javascript.tsx';
import { isOutside, type FilledForm, type FormAddress } from '../ui/form/form-address.ts';
import { SendRow } from '../ui/form/send-row.tsx';
import { TypedNote } from '../ui/form/typed-note.tsx';
import { textsOf, useFormMessages } from '../ui/form/use-form-messages.ts';
import { useOnce } from '../ui/form/use-once.ts';
import { useSending } from '../ui/form/use-sending.ts';
import { useTyped } from '../ui/form/use-typed.ts';

type FieldProps = { name: string; label: string; message: string | undefined };

interface SubmissionFormProps<Field extends string> {
  form: ClubForm<Field>;
  address: FormAddress;
  /** What is posted at the same moment, given what was filled in. */
  also?: (values: Answers) => FilledForm[];
  button: string;
  /** What is said in the button's place once it has arrived, and the button that begins another one. */
  done?: { said: ReactNode; another: string };
  onSent?: (values: Answers) => void;
  /** The fields, each with what `field` gives for its name. */
  children: (field: (name: Field) => FieldProps) => ReactNode;
}

/**
 * One of the configuration's forms (product.md 7, External form service): checked by its rules, posted to its action, and
 * emptied once it has arrived. What goes wrong is said, and nothing typed is lost.
 */
export function SubmissionForm<Field extends string>(props: SubmissionFormProps<Field>) {
  const { form: definition, address, also, button, done, onSent, children } = props;
  const id = `${definition.id}-form`;
  const once = useOnce(definition.id);
  const typed = useTyped({ name: definition.id, id, once });
  const sending = useSending(() => import('../ui/form/post-form.ts'));
  const messages = useFormMessages((given) => checkAnswers(definition, textsOf(given)).wrong);
  const labels = new Map(definition.fields.map((field) => [field.name, field.label]));
  const [isSent, setSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const forget = () => {
    typed.forget();
    messages.reset();
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    if (isSent || !messages.attempt(currentTarget)) return;
    const { answers: values } = checkAnswers(definition, textsOf(new FormData(currentTarget)));
    const filled = [{ form: address, values }, ...(also?.(values) ?? [])];
    sending.run({
      send: ({ postForms }) => postForms(filled, once.current?.key ?? ''),
      sent() {
        once.current?.done();
        form.current?.reset();
        forget();
        setSent(true);
        onSent?.(values);
      },
      refused: (problem) => {
        if (isOfKind(problem, 'sent-before')) once.current?.renew();
        return messages.show(currentTarget, problem.fields);
      },
    });
  };

  const begin = () => {
    once.current?.renew();
    flushSync(() => setSent(false));
    const [first] = form.current?.querySelectorAll<HTMLElement>('input, select, textarea') ?? [];
    first?.focus();
  };

  return (
    <form
      id={id}
      ref={form}
      noValidate
      className={formStyles.form}
      onSubmit={submit}
      onInput={(event) => {
        sending.hold();
        messages.onInput(event);
        typed.note(event.currentTarget);
      }}
      onBlur={messages.onBlur}
      onFocus={() => sending.prepare({ attests: !isOutside(address) })}
    >
      <NeedsJavaScript />
      <TypedNote
        isBack={typed.isBack}
        onClear={() => {
          once.current?.renew();
          forget();
        }}
      />
      <ErrorSummary
        form={id}
        text={messages.summary.length === 1 ? 'Please check this field:' : 'Please check these fields:'}
        fields={messages.summary.flatMap(([name]) => definition.fields.filter((field) => field.name === name))}
      />
      <p className={formStyles.hint}>Fields marked * are required.</p>
      <fieldset className={formStyles.fields} disabled={isSent && done !== undefined}>
        {children((name) => ({ name, label: labels.get(name) ?? '', message: messages.messageOf(name) }))}
      </fieldset>
      {isSent && done ? (
        <>
          {done.said}
          <p>
            <Button quiet onClick={begin}>
              {done.another}
            </Button>
          </p>
        </>
      ) : (
        <SendRow label={button} {...sending} />
      )}
    </form>
  );
}

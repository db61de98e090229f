import type { FormEvent, ReactNode } from 'react';
import { checkSubmission, type Target, type Value } from '../domain/submissions/target.ts';
import { ErrorSummary } from '../ui/form/error-summary.tsx';
import formStyles from '../ui/form/form.module.css';
import { NeedsJavaScript } from '../ui/form/needs-javascript.tsx';
import { isOutside, type FilledForm, type FormAddress } from '../ui/form/form-address.ts';
import { SendRow } from '../ui/form/send-row.tsx';
import { textsOf, useFormMessages } from '../ui/form/use-form-messages.ts';
import { useOnce } from '../ui/form/use-once.ts';
import { useSending, warmUp } from '../ui/form/use-sending.ts';
import { useSiteFacts } from '../ui/site-facts.ts';

type FieldProps = { name: string; label: string; message: string | undefined };

interface SubmissionFormProps<Field extends string> {
  target: Target<Field>;
  address: FormAddress;
  /** What is posted at the same moment, given what was filled in. */
  also?: (values: Record<string, Value>) => FilledForm[];
  button: string;
  onSent: (values: Record<string, Value>) => void;
  /** Takes the button's place. */
  done?: ReactNode;
  /** The fields, each with what `field` gives for its name. */
  children: (field: (name: Field) => FieldProps) => ReactNode;
}

/**
 * One of the configuration's forms (product.md 7, External form service): checked by its rules, posted to its action, and
 * emptied once it has arrived. What goes wrong is said, and nothing typed is lost.
 */
export function SubmissionForm<Field extends string>({
  target,
  address,
  also,
  button,
  onSent,
  done,
  children,
}: SubmissionFormProps<Field>) {
  const facts = useSiteFacts();
  const once = useOnce(target.name);
  const sending = useSending();
  const messages = useFormMessages((typed) => checkSubmission(target, textsOf(typed), facts).wrong);
  const id = `${target.name}-form`;
  const wrong = Object.entries<Target['fields'][string]>(target.fields).filter(([name]) => name in messages.summary);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (done || !messages.attempt(form)) return;
    const { values } = checkSubmission(target, textsOf(new FormData(form)), facts);
    const filled = [{ form: address, values }, ...(also?.(values) ?? [])];
    sending.run(async () => (await import('../ui/form/post-form.ts')).postForms(filled, once.current?.key ?? ''), {
      sent() {
        once.current?.done();
        form.reset();
        messages.reset();
        onSent(values);
      },
      refused: ({ code, fields = {} }) => {
        if (code === 'sent-before') once.current?.renew();
        return messages.show(fields);
      },
    });
  };

  return (
    <form
      id={id}
      noValidate
      className={formStyles.form}
      onSubmit={submit}
      onInput={messages.onInput}
      onBlur={messages.onBlur}
      onFocus={() => warmUp({ attests: !isOutside(address) })}
    >
      <NeedsJavaScript />
      <ErrorSummary
        form={id}
        text={wrong.length === 1 ? 'Please check this field:' : 'Please check these fields:'}
        fields={wrong.map(([name, field]) => ({ name, label: field.label(facts) }))}
      />
      <p className={formStyles.hint}>Fields marked * are required.</p>
      {children((name) => ({ name, label: target.fields[name].label(facts), message: messages.messageOf(name) }))}
      {done || <SendRow label={button} {...sending} />}
    </form>
  );
}

import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ClubForm } from '../domain/forms/club-form.ts';
import type { Answers } from '../domain/questions/answer.ts';
import { checkAnswers } from '../domain/forms/form-definition.ts';
import { Button } from '../ui/button.tsx';
import { ErrorSummary, DraftNote, NeedsJavaScript, SendRow } from '../ui/form/form-status.tsx';
import * as formStyles from '../ui/form/form.module.css';
import { isOutside, type FilledForm, type FormAddress } from '../ui/form/form-address.ts';
import type { loadPoster } from './load-poster.ts';
import { useForm } from '../ui/form/use-form.ts';
import { formTexts } from '../ui/form/use-form-messages.ts';

type FieldProps = { name: string; label: string; message: string | undefined };

type Poster = Awaited<ReturnType<typeof loadPoster>>;

interface SubmissionFormProps<Field extends string, Part extends Poster> {
  form: ClubForm<Field>;
  address: FormAddress;
  /** What is posted at the same moment, given what was filled in. */
  also?: (values: Answers) => FilledForm[];
  button: string;
  /** What is said in the button's place once it has arrived, and the button that begins another one. */
  done?: { said: ReactNode; another: string };
  load: () => Promise<Part>;
  onSent?: (values: Answers, part: Part) => void;
  children: (field: (name: Field) => FieldProps) => ReactNode;
}

/** One of the configuration's forms (product.md 1). What goes wrong is said; nothing typed is lost. */
export function SubmissionForm<Field extends string, Part extends Poster>(props: SubmissionFormProps<Field, Part>) {
  const { form: definition, address, also, button, done, load, onSent, children } = props;
  const id = `${definition.id}-form`;
  const form = useForm({
    name: definition.id,
    id,
    attests: !isOutside(address),
    check: (given) => checkAnswers(definition, formTexts(given)).wrong,
    load,
  });
  const labels = new Map(definition.fields.map((field) => [field.name, field.label]));
  const [isSent, setSent] = useState(false);
  const element = useRef<HTMLFormElement>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    if (isSent) return;
    form.submit(currentTarget, () => {
      const { answers } = checkAnswers(definition, formTexts(new FormData(currentTarget)));
      const filled = [{ form: address, values: answers }, ...(also?.(answers) ?? [])];
      let sender: Part | undefined;
      return {
        send(part, idempotencyKey) {
          sender = part;
          return part.postForms(filled, idempotencyKey);
        },
        sent() {
          element.current?.reset();
          setSent(true);
          if (sender) onSent?.(answers, sender);
        },
      };
    });
  };

  const begin = () => {
    form.renew();
    flushSync(() => setSent(false));
    const [first] = element.current?.querySelectorAll<HTMLElement>('input, select, textarea') ?? [];
    first?.focus();
  };

  return (
    <form ref={element} {...form.props} onSubmit={submit}>
      <NeedsJavaScript />
      <DraftNote {...form.draft} />
      <ErrorSummary
        form={id}
        text={form.summary.length === 1 ? 'Please check this field:' : 'Please check these fields:'}
        fields={form.summary.flatMap(([name]) => definition.fields.filter((field) => field.name === name))}
      />
      <p className={formStyles.hint}>Fields marked * are required.</p>
      <fieldset className={formStyles.fields} disabled={isSent && done !== undefined}>
        {children((name) => ({ name, label: labels.get(name) ?? '', message: form.messageOf(name) }))}
      </fieldset>
      {isSent && done ? <Done {...done} onAnother={begin} /> : <SendRow label={button} {...form.sending} />}
    </form>
  );
}

function Done({ said, another, onAnother }: { said: ReactNode; another: string; onAnother: () => void }) {
  return (
    <>
      <div>{said}</div>
      <p>
        <Button quiet onClick={onAnother}>
          {another}
        </Button>
      </p>
    </>
  );
}

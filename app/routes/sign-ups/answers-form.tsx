import { useEffect, useMemo, useState, type SubmitEvent } from 'react';
import { own } from '../../domain/own.ts';
import { defineEventForm } from '../../domain/forms/event-form-definition.ts';
import { checkAnswers } from '../../domain/forms/form-definition.ts';
import type { ManagedSignUp } from '../../domain/sign-ups/by-link.ts';
import { withoutEmailField } from '../../domain/sign-ups/person.ts';
import { useSend, type Saved } from '../../ui/use-send.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import * as formStyles from '../../ui/form/form.module.css';
import * as panel from '../../ui/panel.module.css';
import { chooseTicketHalf } from '../events/choose-ticket-half.ts';
import { AskedFields } from '../events/asked-fields.tsx';
import { FormChanges, useChangingForm } from '../events/changing-form.tsx';
import { answersIn } from '../events/custom-field.tsx';
import type { runCommand } from './commands.server.ts';
import * as styles from './manage.module.css';

/** The purpose of the answers: the verb of the command that takes them. */
export type Purpose = 'change' | 'again';

interface AnswersFormProps {
  signUp: ManagedSignUp;
  path: string;
  verb: Purpose;
  /** The answers when the form opens. */
  answers: Readonly<Record<string, unknown>>;
  /** What was wrong with the last attempt. */
  problem: string | undefined;
  wrong: Record<string, string>;
  onSent: (saved: Saved<typeof runCommand>) => void;
  onEnd: () => void;
}

const LABELS = { change: 'Save', again: 'Sign up again' };

export function AnswersForm({ signUp, path, verb, answers, onSent, onEnd, ...refused }: AnswersFormProps) {
  const [wrong, setWrong] = useState(refused.wrong);
  const [problem, setProblem] = useState(refused.problem);
  // Set once, so that what is typed stays, whatever is refused.
  const [begun] = useState(answers);
  const asked = useMemo(() => ({ id: '', fields: withoutEmailField(signUp.fields) }), [signUp.fields]);
  const { form, changes, element } = useChangingForm(asked);
  useEffect(() => focusFirst(element.current), [element]);
  const { fields } = form;
  const sending = useSend<typeof runCommand>((answer) => {
    if (answer.ok) return onSent(answer);
    setProblem(answer.error);
    return setWrong(answer.fields);
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = answersIn(fields, new FormData(event.currentTarget));
    const checked = checkAnswers(defineEventForm(form), typed);
    setWrong(checked.wrong);
    const [first] = Object.keys(checked.wrong);
    if (first === undefined) return sending.send({ ...commandOf(verb), answers: typed });
    return event.currentTarget.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
  };
  return (
    <form ref={element} method="post" action={path} noValidate className={formStyles.form} onSubmit={submit}>
      <div role="status" className={changes.length > 0 ? panel.note : undefined}>
        <FormChanges changes={changes} />
      </div>
      <AskedFields
        fields={fields}
        options={signUp.options}
        // People may keep an option that they have, even if it is full.
        held={verb === 'change' ? signUp.answers : undefined}
        mayWait={signUp.kept !== null}
        answers={begun}
        messageOf={(name) => own(wrong, name)}
      />
      {problem && (
        <p role="alert" className={panel.error}>
          {problem}
        </p>
      )}
      <p className={styles.buttons}>
        <Button type="submit" name="verb" value={verb} disabled={sending.busy}>
          {LABELS[verb]}
        </Button>
        <ButtonLink
          to={path}
          quiet
          onClick={(event) => {
            event.preventDefault();
            onEnd();
          }}
        >
          Leave as it is
        </ButtonLink>
      </p>
    </form>
  );
}

/** Signing up again gives somebody another ticket in a draw. */
export function commandOf(verb: Purpose | 'cancel' | 'confirm'): object {
  return verb === 'again' ? { verb, ticket: chooseTicketHalf() } : { verb };
}

function focusFirst(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[data-wrong] :is(input, textarea):enabled');
  (wrong ?? form?.querySelector<HTMLElement>('input, textarea'))?.focus();
}

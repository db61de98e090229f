import type { FormEvent } from 'react';
import { isOfKind, type Problem } from '../../problem.ts';
import * as formStyles from './form.module.css';
import { useIdempotencyKey } from './idempotency-key.ts';
import { useDraft } from './use-draft.ts';
import { useFormMessages, type Check } from './use-form-messages.ts';
import { useSending, type FormSender } from './use-sending.ts';

interface FormOptions<Part> {
  name: string;
  id: string;
  check: Check;
  load: () => Promise<Part>;
  /** False if nothing is sent to this site: then no attestation is needed. */
  attests?: boolean;
}

interface Attempt<Part> {
  /** Sends under the key and returns why it was refused; undefined when it has arrived. */
  send: (part: Part, idempotencyKey: string) => Promise<Problem | undefined>;
  sent: () => void;
  refused?: (problem: Problem) => void;
}

/** Keeps what is typed in this tab until it has arrived; however often it is sent, it is stored once. */
export function useForm<Part extends FormSender>(options: FormOptions<Part>) {
  const { name, id, check, load, attests = true } = options;
  const key = useIdempotencyKey(name);
  const draft = useDraft({ name, id, idempotencyKey: key });
  const sending = useSending(load);
  const messages = useFormMessages(check);

  const forget = () => {
    draft.forget();
    messages.reset();
  };
  const renew = () => key.current?.renew();

  return {
    messageOf: messages.messageOf,
    summary: messages.summary,
    sending,
    draft: {
      isBack: draft.isBack,
      onClear: () => {
        renew();
        forget();
      },
    },
    renew,
    submit(form: HTMLFormElement, begin: () => Attempt<Part>) {
      if (!messages.attempt(form)) return;
      const { send, sent, refused } = begin();
      sending.run({
        send: (part) => send(part, key.current?.value ?? ''),
        sent() {
          key.current?.done();
          forget();
          sent();
        },
        refused(problem) {
          if (isOfKind(problem, 'sent-before')) renew();
          refused?.(problem);
          return messages.show(form, problem.fields);
        },
      });
    },
    props: {
      id,
      noValidate: true,
      className: formStyles.form,
      onInput(event: FormEvent<HTMLFormElement>) {
        sending.hold();
        messages.onInput(event);
        draft.note(event.currentTarget);
      },
      onBlur: messages.onBlur,
      onFocus: () => sending.prepare({ attests }),
    },
  };
}

import { own } from '../../domain/own.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Answers } from '../../domain/questions/answer.ts';
import { askedFields } from '../../domain/questions/conditions.ts';
import type { EventFormField } from '../../domain/forms/event-form-definition.ts';
import type { OptionCounts } from '../../domain/forms/option-places.ts';
import { announce } from '../../ui/announcer.tsx';
import { answersIn, CustomField } from './custom-field.tsx';

interface AskedFieldsProps {
  fields: EventFormField[];
  options: OptionCounts;
  /** The earlier answers. */
  answers?: Readonly<Record<string, unknown>> | undefined;
  /** The options that this person holds, which they may choose although they are full. */
  held?: Answers | undefined;
  /** Whether a full option of a Radio field may be chosen, to wait for it. */
  mayWait?: boolean | undefined;
  messageOf: (name: string) => string | undefined;
}

const NONE: Answers = {};

/** The fields that the surrounding form asks now. One that appears is announced, and still has what was typed into it before. */
export function AskedFields({ fields, options, answers = NONE, held = NONE, mayWait, messageOf }: AskedFieldsProps) {
  const [{ given, round }, setState] = useState<{ given: Readonly<Record<string, unknown>>; round: number }>({
    given: answers,
    round: 0,
  });
  const place = useRef<HTMLSpanElement>(null);
  const shown = askedFields(fields, given);
  const read = useEffectEvent((form: HTMLFormElement) => {
    const next = { ...given, ...answersIn(shown, new FormData(form)) };
    const coming = askedFields(fields, next).filter((field) => !shown.includes(field));
    if (coming.length > 0) announce(coming.map(({ description }) => description).join(', '));
    setState({ given: next, round });
  });
  useEffect(() => {
    const form = place.current?.closest('form');
    if (!form) return undefined;
    const left = new AbortController();
    const { signal } = left;
    // Answers given before hydration.
    read(form);
    form.addEventListener('input', () => read(form), { signal });
    // Render at once: focus moves to the first field after a reset.
    const clear = () => flushSync(() => setState((before) => ({ given: NONE, round: before.round + 1 })));
    form.addEventListener('reset', clear, { signal });
    return () => left.abort();
  }, []);
  return (
    <>
      {shown.map((field) => (
        <CustomField
          key={`${field.type} ${field.name} ${round}`}
          field={field}
          message={messageOf(field.name)}
          answer={own(given, field.name)}
          current={own(given, field.name)}
          held={own(held, field.name)}
          mayWait={mayWait}
          places={own(options, field.name)}
        />
      ))}
      <span ref={place} hidden />
    </>
  );
}

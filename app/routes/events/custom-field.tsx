import { useState, type ReactNode } from 'react';
import { own } from '../../domain/own.ts';
import { optionsIn } from '../../domain/questions/conditions.ts';
import { QUESTIONS } from '../../domain/questions/index.ts';
import type { Control } from '../../domain/questions/question-type.ts';
import { asksForEmail, type EventFormField } from '../../domain/forms/event-form-definition.ts';
import { isOptionFull, leftText, type OptionPlaces } from '../../domain/forms/option-places.ts';
import { Checkbox, OptionGroup, TextArea, TextField, type FieldProps } from '../../ui/form/field.tsx';

interface CustomFieldProps {
  field: EventFormField;
  message: string | undefined;
  /** The initial answer. */
  answer?: unknown;
  /** The answer now. */
  current?: unknown;
  /** The options that this person holds, which they may choose although they are full. */
  held?: unknown;
  /** Whether a full option of a Radio field may be chosen, to wait for it. */
  mayWait?: boolean | undefined;
  /** The places of each limited option. */
  places?: Record<string, OptionPlaces> | undefined;
}

type RenderField = (props: FieldProps, field: CustomFieldProps) => ReactNode;

/** The controls for visitors. Those for officers are in app/routes/admin/events/answers-dialogs.tsx. */
const FIELDS: Record<Control, RenderField> = {
  'text-field': (props, { answer, field }) => (
    <TextField
      {...props}
      marked={false}
      defaultValue={textOf(answer)}
      {...(asksForEmail(field) && { type: 'email', autoComplete: 'email' })}
    />
  ),
  'text-area': (props, { answer }) => <TextArea {...props} marked={false} rows={6} defaultValue={textOf(answer)} />,
  'radio-group': (props, field) => <OptionGroup {...props} marked={false} kind="radio" {...optionsOf(field)} />,
  'checkbox-group': (props, field) => <OptionGroup {...props} marked={false} kind="checkbox" {...optionsOf(field)} />,
  checkbox: ({ name, label, message }, { answer }) => (
    <Checkbox name={name} label={label} message={message} defaultChecked={answer === true} />
  ),
};

function textOf(answer: unknown): string | undefined {
  return typeof answer === 'string' ? answer : undefined;
}

/** A full option cannot be chosen, except to wait for it. A chosen one stays, because the person may hold it. */
function optionsOf({ field, answer, current, held, mayWait = false, places = {} }: CustomFieldProps) {
  const waits = mayWait && QUESTIONS[field.type].isOneChoice === true;
  const has = (given: unknown, option: string) => optionsIn(field, given).includes(option);
  const placesOf = (option: string) => own(places, option);
  return {
    // An imported field may list an option twice.
    options: [...new Set(field.options)].filter(Boolean),
    inputOf: (option: string) => {
      const left = placesOf(option);
      const isOpen = !left || waits || !isOptionFull(left) || has(current, option) || has(held, option);
      return { defaultChecked: has(answer, option), disabled: !isOpen };
    },
    noteOf: (option: string) => {
      const left = placesOf(option);
      return left && leftText(left, waits);
    },
  };
}

/** Required fields are marked ' (*)' (product.md 2). */
export function CustomField(props: CustomFieldProps) {
  const { field, message, answer } = props;
  // Typing must not change the default value.
  const [begun] = useState(answer);
  const { name, type, description } = field;
  const required = QUESTIONS[type].canBeRequired && field.required;
  const label = required ? `${description} (*)` : description;
  return FIELDS[QUESTIONS[type].control]({ name, label, message, required }, { ...props, answer: begun });
}

export function answersIn(fields: EventFormField[], typed: FormData | URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ name, type }) => [name, QUESTIONS[type].fromForm(typed.getAll(name))]));
}

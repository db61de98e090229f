import type { ReactNode } from 'react';
import type { Answer } from '../../domain/questions/answer.ts';
import { QUESTIONS, type FieldType } from '../../domain/questions/index.ts';
import { asksForEmail, type EventFormField } from '../../domain/responses/event-form.ts';
import { Checkbox, OptionGroup, TextArea, TextField, type FieldProps } from '../../ui/form/field.tsx';

interface CustomFieldProps {
  field: EventFormField;
  message: string | undefined;
  /** What it holds at first. */
  answer?: Answer | undefined;
}

type Drawn = (props: FieldProps, answer: Answer | undefined, field: EventFormField) => ReactNode;

/** How each type of question looks on a page. */
const FIELDS: Record<FieldType, Drawn> = {
  text: (props, answer, field) => (
    <TextField
      {...props}
      marked={false}
      defaultValue={answer?.toString()}
      {...(asksForEmail(field) && { type: 'email', autoComplete: 'email' })}
    />
  ),
  long: (props, answer) => <TextArea {...props} marked={false} rows={6} defaultValue={answer?.toString()} />,
  radio: (props, answer, { options }) => (
    <OptionGroup
      {...props}
      marked={false}
      kind="radio"
      options={options.filter(Boolean)}
      inputOf={(option) => ({ defaultChecked: option === answer })}
    />
  ),
  several: (props, answer, { options }) => (
    <OptionGroup
      {...props}
      marked={false}
      kind="checkbox"
      options={options.filter(Boolean)}
      inputOf={(option) => ({ defaultChecked: Array.isArray(answer) && answer.includes(option) })}
    />
  ),
  checkbox: ({ name, label, message }, answer) => (
    <Checkbox {...{ name, label, message }} defaultChecked={answer === true} />
  ),
};

/** Required ones are marked ' (*)' (product.md 2). */
export function CustomField({ field, message, answer }: CustomFieldProps) {
  const { name, type, description } = field;
  const required = QUESTIONS[type].canBeRequired && field.required;
  const label = required ? `${description} (*)` : description;
  return FIELDS[type]({ name, label, message, required }, answer, field);
}

export function answersIn(fields: EventFormField[], typed: FormData): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ name, type }) => [name, QUESTIONS[type].fromForm(typed.getAll(name))]));
}

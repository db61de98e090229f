import { useState } from 'react';
import { z } from 'zod';
import type { Answer } from '../../../domain/questions/answer.ts';
import { askedFields } from '../../../domain/questions/conditions.ts';
import { QUESTIONS } from '../../../domain/questions/index.ts';
import { asksForEmail, defineEventForm, type EventFormField } from '../../../domain/responses/event-form.ts';
import { checkAnswers } from '../../../domain/responses/form-definition.ts';
import type { SignUpCounts } from '../../../domain/sign-ups/list-sign-ups.ts';
import type { Question } from '../../../ui/admin/dialog.tsx';
import { BoundTextArea, BoundTextField, CheckboxField, OptionsField, SelectField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useRecordForm, type Bound } from '../../../ui/admin/use-record-form.ts';
import type { action } from './resources/sign-ups.ts';

interface AddSignUpProps {
  /** Name and e-mail first. */
  fields: EventFormField[];
  counts: SignUpCounts;
  onClose: () => void;
}

/** For whoever asked in person. */
export function AddSignUp({ fields: given, counts, onClose }: AddSignUpProps) {
  // What is asked stays as it was when the dialog opened.
  const [fields] = useState(() => given.map((field) => ({ ...field, required: isPerson(field) })));
  const [schema] = useState(() => answersSchema(fields));
  const isBeyond = isFull(counts);
  const form = useRecordForm<Record<string, Answer>, never, typeof action>({
    initial: Object.fromEntries(fields.map(({ name, type }) => [name, QUESTIONS[type].untouched])),
    schema,
    question: () => (isBeyond ? QUESTION : undefined),
    payload: (answers, _version, once) => ({ once, answers, beyondLimit: isBeyond }),
    action: 'sign-ups',
    onSaved: ({ name, position }) => {
      say(
        `‘${name}’ ${position === null ? 'has a place' : `is number ${position.toLocaleString('en')} on the waitlist`}.`,
      );
      onClose();
    },
  });
  return (
    <RecordDialog
      title="Add a sign-up"
      submitLabel="Add"
      labels={Object.fromEntries(fields.map(({ name, description }) => [name, description]))}
      {...{ form, onClose }}
    >
      <p>They get the same mail as if they had sent the form themselves.</p>
      {askedFields(fields, form.values).map((field) => (
        <AnswerField key={field.name} field={field} form={form} />
      ))}
    </RecordDialog>
  );
}

const QUESTION: Question = {
  title: 'Go over the limit?',
  text: 'All places are taken, and there is no waitlist. They get a place beyond the limit.',
  yes: 'Add beyond the limit',
  no: 'Not now',
};

/** Whoever comes now has no place, and cannot wait for one. */
function isFull({ places, going, hasWaitlist }: SignUpCounts): boolean {
  return places !== null && !hasWaitlist && going >= places;
}

/** The rest may be left open: an officer may not know it. */
function isPerson({ name }: EventFormField): boolean {
  return name === 'name' || name === 'email';
}

function answersSchema(fields: EventFormField[]) {
  const definition = defineEventForm({ id: '', fields });
  return z.record(z.string(), z.unknown()).superRefine((answers, context) => {
    for (const [name, message] of Object.entries(checkAnswers(definition, answers).wrong))
      context.addIssue({ code: 'custom', path: [name], message });
  });
}

interface AnswerFieldProps {
  field: EventFormField;
  form: { bind: (name: string) => Bound<Answer> };
}

function AnswerField({ field, form }: AnswerFieldProps) {
  const { name, type, description: label, required, options } = field;
  const { value, ...bound } = form.bind(name);
  if (typeof value === 'boolean') return <CheckboxField field={{ ...bound, value }} label={label} />;
  if (Array.isArray(value)) return <OptionsField field={{ ...bound, value }} {...{ label, required, options }} />;
  const text = { ...bound, value: String(value) };
  if (type === 'long') return <BoundTextArea field={text} {...{ label, required }} rows={6} />;
  if (QUESTIONS[type].hasOptions)
    return <SelectField field={text} {...{ label, required }} options={['', ...options]} />;
  return (
    <BoundTextField
      field={text}
      {...{ label, required }}
      autoComplete="off"
      inputMode={asksForEmail(field) ? 'email' : undefined}
    />
  );
}

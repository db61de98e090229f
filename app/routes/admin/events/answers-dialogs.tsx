import { own } from '../../../domain/own.ts';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { answerText, type Answer, type Answers } from '../../../domain/questions/answer.ts';
import { askedFields, optionsIn } from '../../../domain/questions/conditions.ts';
import { QUESTIONS } from '../../../domain/questions/index.ts';
import type { Control } from '../../../domain/questions/question-type.ts';
import type { OpenedAnswers } from '../../../domain/sign-ups/by-officer.ts';
import { withoutEmailField } from '../../../domain/sign-ups/person.ts';
import { asksForEmail, defineEventForm, type EventFormField } from '../../../domain/forms/event-form-definition.ts';
import { checkAnswers } from '../../../domain/forms/form-definition.ts';
import { isOptionFull, leftText, type OptionCounts, type OptionPlaces } from '../../../domain/forms/option-places.ts';
import type { SignUpCounts } from '../../../domain/sign-ups/list-sign-ups.ts';
import { sameValue } from '../../../ui/same-value.ts';
import type { Confirmation } from '../../../ui/dialog.tsx';
import {
  BoundTextArea,
  BoundTextField,
  CheckboxField,
  OptionsField,
  SelectField,
  type OptionNotes,
} from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { say, sayDone } from '../../../ui/admin/toasts.tsx';
import { useRecordForm, type RecordForm } from '../../../ui/admin/use-record-form.ts';
import { LoadingDialog } from './loading-dialog.tsx';
import type { action as add } from './actions/sign-ups.ts';

interface AnswersProps {
  /** Name and email first. */
  fields: EventFormField[];
  /** How many have chosen each option that has a limit. */
  options: OptionCounts;
  /** True if a full option of a Radio field may be chosen, to wait for it. */
  mayWait: boolean;
  onClose: () => void;
}

/** Adds a sign-up for somebody who asked in person. */
export function AddSignUp({
  fields: given,
  options,
  mayWait,
  counts,
  onClose,
}: AnswersProps & { counts: SignUpCounts }) {
  const { fields, schema } = useFields(given, isPerson);
  const isBeyond = isFull(counts);
  const form = useRecordForm<Record<string, Answer>, never, typeof add>({
    labels: labelsOf(fields),
    initial: untouched(fields),
    schema,
    question: () => (isBeyond ? OVER_LIMIT : undefined),
    payload: (answers, _version, once) => ({ once, answers, beyondLimit: isBeyond }),
    action: 'sign-ups',
    onSaved: ({ name, state, position }) => {
      const outcome = state === 'entered' ? 'is in the draw' : 'has a place';
      say(`‘${name}’ ${position === null ? outcome : `is number ${position.toLocaleString('en')} on the waitlist`}.`);
      onClose();
    },
  });
  return (
    <RecordDialog title="Add a sign-up" submitLabel="Add" form={form} onClose={onClose}>
      <p>They get the same mail as if they had sent the form themselves.</p>
      <AskedAnswers fields={fields} options={options} mayWait={mayWait} form={form} />
    </RecordDialog>
  );
}

interface EditAnswersProps extends AnswersProps {
  /** The sign-up's address, below the event's. */
  action: string;
  name: string;
}

export function EditAnswers({ action, name, onClose, ...rest }: EditAnswersProps) {
  const { pathname } = useLocation();
  return (
    <LoadingDialog<OpenedAnswers>
      address={`${pathname}/${action}`}
      expectedKeys={EXPECTED_KEYS}
      title={titleOf(name)}
      loading="Loading the answers"
      onClose={onClose}
    >
      {(opened) => <EditDialog action={action} name={name} onClose={onClose} {...opened} {...rest} />}
    </LoadingDialog>
  );
}

const EXPECTED_KEYS = ['answers', 'mayCorrect'] as const;

function titleOf(name: string): string {
  return `Answers of ${name}`;
}

function EditDialog({
  action,
  name,
  answers,
  mayCorrect,
  fields: given,
  options,
  mayWait,
  onClose,
}: EditAnswersProps & OpenedAnswers) {
  const { fields } = useFields(
    mayCorrect ? given : withoutEmailField(given),
    (field) => field.name === 'name' || (field.name === 'email' && Object.hasOwn(answers, field.name)),
  );
  const [initial] = useState(() => ({
    ...untouched(fields),
    ...unanswered(fields),
    ...answersThatFit(fields, answers),
  }));
  const [schema] = useState(() => answersSchema(fields, initial));
  const form = useRecordForm<Record<string, Answer>, never>({
    labels: labelsOf(fields),
    initial,
    schema,
    payload: (input) => ({ answers: changedFrom(initial, input) }),
    action,
    onSaved: () => {
      sayDone([String(form.values['name'] ?? name)], 'saved');
      onClose();
    },
  });
  return (
    <RecordDialog title={titleOf(name)} submitLabel="Save" form={form} onClose={onClose}>
      <p>
        {mayCorrect
          ? 'If you correct the address, links sent to the old one stop working, and the new one gets a new link.'
          : 'The address cannot be changed: its owner has followed the link. If it is wrong, add the person again with the right one.'}
      </p>
      <AskedAnswers fields={fields} options={options} mayWait={mayWait} form={form} />
    </RecordDialog>
  );
}

/** Only the changed answers, so that saving replaces nothing that the person has changed meanwhile. */
function changedFrom(initial: Answers, input: unknown): Record<string, unknown> {
  const given: Record<string, unknown> = typeof input === 'object' ? { ...input } : {};
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => !sameValue(value, initial[name])));
}

/** The fields stay as they were when the dialog opened. */
function useFields(given: EventFormField[], isRequired: (field: EventFormField) => boolean) {
  const [fields] = useState(() => given.map((field) => ({ ...field, required: isRequired(field) })));
  const [schema] = useState(() => answersSchema(fields));
  return { fields, schema };
}

function untouched(fields: EventFormField[]): Record<string, Answer> {
  return Object.fromEntries(fields.map(({ name, type }) => [name, QUESTIONS[type].untouched]));
}

/** The value of a checkbox that was not asked, which is neither 'Yes' nor 'No'. */
const UNANSWERED = '';

function unanswered(fields: EventFormField[]): Answers {
  const boxes = fields.filter(({ type }) => QUESTIONS[type].untouched === false);
  return Object.fromEntries(boxes.map(({ name }) => [name, UNANSWERED]));
}

/** Leaves out answers that their control could not show, since a field may have another type now. */
function answersThatFit(fields: EventFormField[], answers: Answers): Answers {
  const shapes = new Map(fields.map(({ name, type }) => [name, shapeOf(QUESTIONS[type].untouched)]));
  return Object.fromEntries(Object.entries(answers).filter(([name, answer]) => shapes.get(name) === shapeOf(answer)));
}

function shapeOf(answer: Answer): string {
  return Array.isArray(answer) ? 'list' : typeof answer;
}

function labelsOf(fields: EventFormField[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, description }) => [name, description]));
}

type AnswersForm = RecordForm<Record<string, Answer>>;

/** The fields that are asked after the answers so far. A field that appears is announced. */
function AskedAnswers({ fields, options, mayWait, form }: Omit<AnswersProps, 'onClose'> & { form: AnswersForm }) {
  const asked = askedFields(fields, form.values);
  const [known, setKnown] = useState(asked);
  const [coming, setComing] = useState('');
  if (asked.length !== known.length || asked.some((field, at) => field !== known[at])) {
    setKnown(asked);
    setComing(asked.flatMap((field) => (known.includes(field) ? [] : field.description)).join(', '));
  }
  return (
    <>
      {asked.map((field) => (
        <AnswerField
          key={field.name}
          field={field}
          form={form}
          places={own(options, field.name)}
          mayWait={mayWait && QUESTIONS[field.type].isOneChoice === true}
        />
      ))}
      <p role="status" className="visually-hidden">
        {coming}
      </p>
    </>
  );
}

const OVER_LIMIT: Confirmation = {
  title: 'Go over the limit?',
  text: 'All places are taken, and there is no waitlist. They get a place beyond the limit.',
  yes: 'Add beyond the limit',
  no: 'Not now',
};

/** True if a new sign-up would get no place and could not wait for one. */
function isFull({ places, going, hasWaitlist, entered }: SignUpCounts): boolean {
  return entered === null && places !== null && !hasWaitlist && going >= places;
}

/** True for name and email. Other answers may be left out, because the officer may not know them. */
function isPerson({ name }: EventFormField): boolean {
  return name === 'name' || name === 'email';
}

/** Accepts the answers of `before` unchanged, because the form may have changed since. */
function answersSchema(fields: EventFormField[], before: Answers = {}) {
  const definition = defineEventForm({ id: '', fields });
  return z.record(z.string(), z.unknown()).superRefine((answers, context) => {
    for (const [name, message] of Object.entries(checkAnswers(definition, answers).wrong))
      if (!sameValue(answers[name], before[name])) context.addIssue({ code: 'custom', path: [name], message });
  });
}

interface AnswerFieldProps {
  field: EventFormField;
  form: AnswersForm;
  /** By option, where there are limits. */
  places?: Record<string, OptionPlaces> | undefined;
  /** Whether a full one may be chosen, to wait for it. */
  mayWait: boolean;
}

function AnswerField({ field, form, places, mayWait }: AnswerFieldProps) {
  return form.opened[field.name] === UNANSWERED && QUESTIONS[field.type].untouched === false ? (
    <UnansweredBox field={field} form={form} />
  ) : (
    DRAWN[QUESTIONS[field.type].control]({ field, form, places, mayWait })
  );
}

function UnansweredBox({ field, form }: Pick<AnswerFieldProps, 'field' | 'form'>) {
  const { value, ...bound } = form.bind(field.name);
  const text = value === UNANSWERED ? '' : answerText(value);
  const onChange = (chosen: string) => bound.onChange(chosen === '' ? UNANSWERED : chosen === answerText(true));
  return (
    <SelectField field={{ ...bound, value: text, onChange }} options={['', answerText(true), answerText(false)]} />
  );
}

/** The controls for officers. Those for visitors are in app/routes/events/custom-field.tsx. */
const DRAWN: Record<Control, (props: AnswerFieldProps) => ReactNode> = {
  'text-field': ({ field, form }) => (
    <BoundTextField
      field={textIn(field, form)}
      required={field.required}
      inputMode={asksForEmail(field) ? 'email' : undefined}
    />
  ),
  'text-area': ({ field, form }) => <BoundTextArea field={textIn(field, form)} required={field.required} rows={6} />,
  'radio-group': (props) => (
    <SelectField
      field={textIn(props.field, props.form)}
      required={props.field.required}
      options={[...new Set(['', ...props.field.options])]}
      {...notesOf(props)}
    />
  ),
  'checkbox-group': (props) => {
    const { field, form } = props;
    const { value, ...bound } = form.bind(field.name);
    const chosen = optionsIn(field, form.opened[field.name]);
    return (
      <OptionsField
        field={{ ...bound, value: Array.isArray(value) ? value : [] }}
        required={field.required}
        // An option that no longer exists is still listed until it is unticked.
        options={[...new Set([...field.options, ...chosen])]}
        {...notesOf(props)}
      />
    );
  },
  checkbox: ({ field, form }) => {
    const { value, ...bound } = form.bind(field.name);
    return <CheckboxField field={{ ...bound, value: value === true }} />;
  },
};

function textIn({ name }: EventFormField, form: AnswersForm) {
  const { value, ...bound } = form.bind(name);
  return { ...bound, value: String(value) };
}

function notesOf({ field, form, places = {}, mayWait }: AnswerFieldProps): OptionNotes {
  const chosen = optionsIn(field, form.opened[field.name]);
  return {
    noteOf: (option) => {
      const left = own(places, option);
      return left && leftText(left, mayWait);
    },
    isClosed: (option) => {
      const left = own(places, option);
      return left !== undefined && isOptionFull(left) && !mayWait && !chosen.includes(option);
    },
  };
}

import { useState } from 'react';
import { AskFirst, type Confirmation } from '../../../ui/dialog.tsx';
import { CheckboxField, BoundTextField } from '../../../ui/admin/fields.tsx';
import type { EditableEvent } from '../../../domain/event-changes/editable-event.ts';
import { own } from '../../../domain/own.ts';
import type { RecordForm } from '../../../ui/admin/use-record-form.ts';
import { EVENT_LABELS } from '../../../domain/event-changes/event-input.ts';
import type { EventValues } from './event-values.ts';
import {
  withoutConditions,
  dependents,
  dependentsText,
  type BuilderField,
  type BuilderOption,
} from './form-builder/builder-field.ts';
import { FormBuilder } from './form-builder/form-builder.tsx';
import { SignUpFields, SignUpOptions } from './sign-up-settings.tsx';

export interface FormSectionProps {
  form: RecordForm<EventValues>;
  edited: EditableEvent | undefined;
  /** The days for which responses are kept by default; null for ever. */
  defaultResponsesDays: number | null;
  timeZone: string;
}

/** The choice whether the event has its own form, and its places. */
export function FormToggle({ form, edited }: Pick<FormSectionProps, 'form' | 'edited'>) {
  const [question, setQuestion] = useState<Confirmation>();
  const { values, bind } = form;
  const toggle = bind('hasForm');
  const responses = edited?.responses;

  const include = (isIncluded: boolean) => {
    if (isIncluded || !responses?.count) return toggle.onChange(isIncluded);
    setQuestion({
      title: 'Leave the form out?',
      text: `${counted(responses.count)} been given to this form. It closes when you save; the answers stay readable in the admin area.`,
      yes: 'Leave it out',
      no: 'Keep it',
    });
  };
  const leaveOut = () => toggle.onChange(false);

  return (
    <>
      <CheckboxField field={{ ...toggle, onChange: include }} />
      {values.hasForm && (
        <>
          {edited !== undefined && edited.sharers > 0 && (
            <p>
              {edited.sharers === 1 ? 'Another event has' : `${edited.sharers} other events have`} the same form: what
              you change here changes there too.
            </p>
          )}
          <SignUpFields form={form} edited={edited} />
        </>
      )}
      {question && <AskFirst {...question} go={leaveOut} onClose={() => setQuestion(undefined)} />}
    </>
  );
}

/** Asks before removing a field or an option that was answered, or on which others depend. */
function useDeletion({ values, bind }: FormSectionProps['form'], edited: FormSectionProps['edited']) {
  const [question, setQuestion] = useState<Confirmation & { go: () => void }>();
  const fields = bind('fields');
  const countOf = ({ name }: BuilderField) => own(edited?.responses.byField ?? {}, name) ?? 0;

  const remove = (field: BuilderField, onDeleted: () => void) => {
    const depending = dependents(values.fields, field);
    const go = () => {
      fields.onChange(withoutConditions(values.fields, depending).filter(({ id }) => id !== field.id));
      onDeleted();
    };
    const count = countOf(field);
    if (count === 0 && depending.length === 0) return go();
    const answered = `${counted(count)} been given to ‘${field.description}’. It is no longer asked once you save; the answers stay readable under this label.`;
    setQuestion({
      title: 'Delete this field?',
      text: [thenAlways(values.fields, depending), count > 0 && answered].filter(Boolean).join(' '),
      yes: 'Delete the field',
      no: 'Keep it',
      go,
    });
  };
  const removeOption = (field: BuilderField, option: BuilderOption, removeNow: () => void) => {
    const depending = dependents(values.fields, field, option);
    const isAnswered = option.was !== undefined && countOf(field) > 0;
    if (depending.length === 0 && !isAnswered) return removeNow();
    const answered = `Responses have been given to ‘${field.description}’. Those who chose ‘${option.was}’ keep it; nobody else can choose it once you save.`;
    setQuestion({
      title: 'Delete this option?',
      text: [thenAlways(values.fields, depending), isAnswered && answered].filter(Boolean).join(' '),
      yes: 'Delete the option',
      no: 'Keep it',
      go: () => {
        const options = field.options.filter(({ id }) => id !== option.id);
        fields.onChange(
          withoutConditions(values.fields, depending).map((one) => (one.id === field.id ? { ...one, options } : one)),
        );
      },
    });
  };
  return { remove, removeOption, countOf, question, close: () => setQuestion(undefined) };
}

/** The form's questions, its times, and how long answers are kept. */
export function FormQuestions({ form, edited, defaultResponsesDays, timeZone }: FormSectionProps) {
  const { values, bind, messageOf, attempts } = form;
  const deletion = useDeletion(form, edited);
  return (
    <>
      <FormBuilder
        messageOf={messageOf}
        attempts={attempts}
        fields={values.fields}
        asksPerson={values.asksPerson}
        isAnswered={(field) => deletion.countOf(field) > 0}
        onChange={bind('fields').onChange}
        onDelete={deletion.remove}
        onDeleteOption={deletion.removeOption}
      />
      {values.asksPerson && <SignUpOptions form={form} edited={edited} timeZone={timeZone} />}
      <BoundTextField
        field={{ ...bind('responsesDays'), label: EVENT_LABELS.responsesDays }}
        unit="days"
        hint={`Each response is erased after this. ${clubRule(defaultResponsesDays)}`}
        inputMode="numeric"
      />
      {deletion.question && <AskFirst {...deletion.question} onClose={deletion.close} />}
    </>
  );
}

function thenAlways(fields: BuilderField[], depending: BuilderField[]): string {
  if (depending.length === 0) return '';
  return `${dependentsText(fields, depending)} Then ${depending.length === 1 ? 'it is' : 'they are'} always asked.`;
}

function clubRule(days: number | null): string {
  if (days === null) return 'Leave empty to keep them until the event is removed.';
  return `Leave empty for the club’s own rule: ${days === 1 ? '1 day' : `${days.toLocaleString('en')} days`}.`;
}

function counted(count: number): string {
  return count === 1 ? '1 response has' : `${count.toLocaleString('en')} responses have`;
}

import { useState } from 'react';
import { AskFirst, type Question } from '../../../ui/admin/dialog.tsx';
import { CheckboxField, BoundTextField } from '../../../ui/admin/fields.tsx';
import type { EditableEvent } from '../../../domain/events/editable-event.ts';
import type { RecordForm } from '../../../ui/admin/use-record-form.ts';
import { LABELS, type EventValues } from './event-values.ts';
import type { BuilderField } from './form-builder/builder-field.ts';
import { FormBuilder } from './form-builder/form-builder.tsx';
import { SignUpFields, SignUpTimes } from './sign-up-settings.tsx';

export interface FormSectionProps {
  form: RecordForm<EventValues>;
  draft: EditableEvent | undefined;
  /** Days for which responses are kept where a form says nothing; null: for ever. */
  clubDays: number | null;
  timeZone: string;
}

/** Whether the event has a form of its own, and whom it has room for. */
export function FormToggle({ form, draft }: Pick<FormSectionProps, 'form' | 'draft'>) {
  const [question, setQuestion] = useState<Question>();
  const { values, bind } = form;
  const toggle = bind('hasForm');
  const responses = draft?.responses;

  const include = (isIncluded: boolean) => {
    if (isIncluded || !responses?.count) return toggle.onChange(isIncluded);
    setQuestion({
      title: 'Leave the form out?',
      text: `${counted(responses.count)} been given to this form. It closes when you save; what was answered stays readable at this event in the admin area.`,
      yes: 'Leave it out',
      no: 'Keep it',
    });
  };
  const leaveOut = () => toggle.onChange(false);

  return (
    <>
      <CheckboxField field={{ ...toggle, onChange: include }} label={LABELS.hasForm} />
      {values.hasForm && (
        <>
          {draft !== undefined && draft.sharers > 0 && (
            <p>
              {draft.sharers === 1 ? 'Another event has' : `${draft.sharers} other events have`} the same form: what you
              change here changes there too.
            </p>
          )}
          <SignUpFields {...{ form, draft }} />
        </>
      )}
      {question && <AskFirst {...question} go={leaveOut} onClose={() => setQuestion(undefined)} />}
    </>
  );
}

/** What the form asks, when, and for how long the answers are kept. */
export function FormQuestions({ form, draft, clubDays, timeZone }: FormSectionProps) {
  const [question, setQuestion] = useState<Question & { go: () => void }>();
  const { values, bind, messageOf, attempts } = form;
  const fields = bind('fields');

  const remove = (field: BuilderField) => {
    const go = () => fields.onChange(values.fields.filter(({ id }) => id !== field.id));
    const count = draft?.responses.byField[field.name] ?? 0;
    if (count === 0) return go();
    setQuestion({
      title: 'Delete this field?',
      text: `${counted(count)} been given to ‘${field.description}’. It is no longer asked once you save; what was answered stays readable under this label.`,
      yes: 'Delete the field',
      no: 'Keep it',
      go,
    });
  };

  return (
    <>
      <FormBuilder
        {...{ messageOf, attempts }}
        fields={values.fields}
        asksPerson={values.asksPerson}
        onChange={fields.onChange}
        onDelete={remove}
      />
      {values.asksPerson && <SignUpTimes {...{ form, timeZone }} />}
      <BoundTextField
        field={bind('responsesDays')}
        label={LABELS.responsesDays}
        unit="days"
        hint={`Counted from each response; then it is erased. ${clubRule(clubDays)}`}
        inputMode="numeric"
        autoComplete="off"
      />
      {question && <AskFirst {...question} onClose={() => setQuestion(undefined)} />}
    </>
  );
}

function clubRule(days: number | null): string {
  if (days === null) return 'Left empty, responses are kept until the event is removed.';
  return `Left empty, the club’s own rule counts: ${days === 1 ? '1 day' : `${days.toLocaleString('en')} days`}.`;
}

function counted(count: number): string {
  return count === 1 ? '1 response has' : `${count.toLocaleString('en')} responses have`;
}

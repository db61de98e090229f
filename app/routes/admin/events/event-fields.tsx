import { sameValue } from '../../../ui/same-value.ts';
import { CheckboxField, BoundTextArea, BoundTextField, SelectField } from '../../../ui/admin/fields.tsx';
import { Fold } from '../../../ui/admin/fold.tsx';
import { Preview } from '../../../ui/admin/preview.tsx';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import { Description } from '../../events/description.tsx';
import * as styles from './event-fields.module.css';
import { EVENT_LABELS } from '../../../domain/event-changes/event-input.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import { EventPreview } from './event-preview.tsx';
import { NEW_EVENT, type EventValues } from './event-values.ts';
import { FormQuestions, FormToggle, type FormSectionProps } from './form-section.tsx';
import { TimeFields } from './time-fields.tsx';
import { VisibilityFields } from './visibility-fields.tsx';
import { useContext, useState } from 'react';
import { CommitteesContext } from '../club-contexts.ts';
import { CommitteeField, mustPropose } from './committee-field.tsx';
import { spanHasPassed } from '../../../domain/events/wall-span.ts';
import { announcedLine, repeatLines } from './repeat-lines.ts';

const MARKS = '**bold**, [words](https://…) for a link, ‘- ’ before each line of a list.';

interface EventFieldsProps extends FormSectionProps {
  /** A new event has a key already, from which its poster is drawn. */
  eventKey: string;
  hasChat: boolean;
  kinds: Kind[];
}

/** Shows what every event needs first, and folds the rest below it. If there is room, a preview stands beside. */
export function EventFields(props: EventFieldsProps) {
  const { form, eventKey, timeZone, kinds } = props;
  return (
    <div className={styles.columns}>
      <div className={styles.lead}>
        <Lead {...props} />
        <div className={styles.rest}>
          <Rest {...props} />
        </div>
      </div>
      <EventPreview values={form.values} eventKey={eventKey} timeZone={timeZone} kinds={kinds} />
    </div>
  );
}

function Lead({ form, edited, timeZone, kinds }: EventFieldsProps) {
  const { bind, values } = form;
  return (
    <>
      <BoundTextField field={bind('title')} required />
      <TimeFields form={form} timeZone={timeZone} isEndOptional={edited?.input.end === ''} />
      <BoundTextField field={bind('location')} />
      <CommitteeField form={form} />
      {kinds.length > 0 && <KindField form={form} kinds={kinds} />}
      <UploadField field={bind('image')} mode="single" accept="image" />
      <BoundTextArea field={bind('description')} hint={MARKS} rows={5} />
      {values.description.trim() !== '' && (
        <div className={styles.narrow}>
          <Preview>
            <Description text={values.description} />
          </Preview>
        </div>
      )}
      <fieldset className={styles.group}>
        <legend>Signing up</legend>
        <FormToggle form={form} edited={edited} />
        <CheckboxField field={bind('hasSignup')} />
        {values.hasSignup && <BoundTextField field={bind('signupUrl')} type="url" inputMode="url" required />}
        <CheckboxField field={bind('hasGoogleForm')} />
        {values.hasGoogleForm && <BoundTextField field={bind('googleFormUrl')} type="url" inputMode="url" required />}
      </fieldset>
    </>
  );
}

/** No kind, or one of the club's. */
function KindField({ form: { bind, values }, kinds }: Pick<EventFieldsProps, 'form' | 'kinds'>) {
  const { onChange, ...field } = bind('kind');
  return (
    <SelectField
      field={{ ...field, value: values.kind ?? '', onChange: (key) => onChange(key || null) }}
      options={['', ...kinds.map(({ key }) => key)]}
      nameOf={(key) => kinds.find((one) => one.key === key)?.name ?? 'None'}
    />
  );
}

function Rest(props: EventFieldsProps) {
  const { values } = props.form;
  return (
    <>
      {values.hasForm && (
        <Fold
          title="Questions and times"
          about="What is asked, who may sign up, when sign-up opens and closes, reminders, how long responses are kept"
          isFilled={differs(values, [
            'fields',
            'audience',
            'confirms',
            'opens',
            'closes',
            'remind',
            'askAgain',
            'responsesDays',
          ])}
        >
          <FormQuestions {...props} />
        </Fold>
      )}
      <PresenterAndDate {...props} />
      <FilesAndRecap {...props} />
      <Publishing {...props} />
    </>
  );
}

/** Nothing if there is nothing to decide: a committee that may not publish edits an event, and the chat is not set up. */
function Publishing(props: EventFieldsProps) {
  const { form, edited, timeZone, hasChat } = props;
  const { values } = form;
  const isProposed = mustPropose(useContext(CommitteesContext), values.committee);
  const parts = [
    ...(isProposed ? [] : ['now, later or as a draft']),
    ...(hasChat ? ['announcing'] : []),
    ...(edited ? [] : ['repeats']),
  ].join(', ');
  if (parts === '') return null;
  return (
    <Fold
      title="Publishing"
      about={parts.charAt(0).toUpperCase() + parts.slice(1)}
      isFilled={differs(values, isProposed ? ['repeatWeekly'] : ['visibility', 'repeatWeekly'])}
    >
      {!isProposed && (
        <VisibilityFields
          visibility={form.bind('visibility')}
          publishAt={form.bind('publishAt')}
          occurrence={form.bind('publishAtOccurrence')}
          timeZone={timeZone}
          givesUpUnpaid={edited?.input.visibility === 'Published' && edited.input.giveUpUnpaid}
        />
      )}
      {hasChat && <AnnounceField {...props} />}
      {!edited && <RepeatField {...props} />}
    </Fold>
  );
}

function PresenterAndDate({ form: { bind, values } }: EventFieldsProps) {
  return (
    <Fold
      title="Presenter and date"
      about="Who presents, a tentative date, words in place of the date, DSC"
      isFilled={differs(values, ['presenter', 'tentative', 'hiddenDate', 'dscEvent'])}
    >
      <BoundTextField field={bind('presenter')} />
      <div className={styles.boxes}>
        <CheckboxField field={bind('tentative')} />
        <CheckboxField field={bind('hiddenDate')} />
        <CheckboxField field={bind('dscEvent')} />
      </div>
      {values.hiddenDate && (
        <BoundTextField
          field={bind('customDate')}
          hint="Shown instead of the times, such as ‘Every Friday at 4 PM’."
          required
        />
      )}
    </Fold>
  );
}

function FilesAndRecap({ form: { bind, values } }: EventFieldsProps) {
  return (
    <Fold
      title="Files and recap"
      about="Resources, a gallery, a recap"
      isFilled={differs(values, ['resources', 'gallery', 'recap'])}
    >
      <div className={styles.files}>
        <UploadField field={bind('resources')} mode="multi" accept="any" />
        <UploadField field={bind('gallery')} mode="multi" accept="image" />
      </div>
      <BoundTextArea
        field={bind('recap')}
        hint="Shown on the event’s page once it is over. Formatted like the description."
        rows={4}
      />
      {values.recap.trim() !== '' && (
        <Preview of={EVENT_LABELS.recap}>
          <Description text={values.recap} />
        </Preview>
      )}
    </Fold>
  );
}

function differs(values: EventValues, names: (keyof EventValues)[]): boolean {
  return names.some((name) => !sameValue(values[name], NEW_EVENT[name]));
}

const HINT =
  'Posted when visitors can see it. Later changes edit that message; a new time, place or cancellation posts another.';

/** Says if the typed times have passed already. */
function AnnounceField({ form: { values, bind }, edited, timeZone }: EventFieldsProps) {
  const [now] = useState(() => Date.now());
  const over = edited
    ? 'The event is over, so it is no longer announced. An earlier message still follows its changes.'
    : 'The event is already over, so it is not announced.';
  const hint = spanHasPassed(values, timeZone, now) ? over : HINT;
  return <CheckboxField field={bind('announce')} hint={hint} />;
}

/** Says which events will be added. */
function RepeatField({ form: { values, bind }, timeZone, hasChat }: EventFieldsProps) {
  const [now] = useState(() => Date.now());
  const announced = hasChat ? announcedLine(values, timeZone, now) : undefined;
  const lines = [...repeatLines(values, timeZone), ...(announced ? [announced] : [])];
  return (
    <div>
      <BoundTextField
        field={bind('repeatWeekly')}
        hint="How many more: one each week at the same time, each with its own form."
        inputMode="numeric"
      />
      <div aria-live="polite" className={styles.outcome}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}

import { useContext, useState, type ReactNode } from 'react';
import { CommitteesContext, MoneyContext } from '../club-contexts.ts';
import { mustPropose } from './committee-field.tsx';
import type { EditableEvent } from '../../../domain/event-changes/editable-event.ts';
import { eventInput } from '../../../domain/event-changes/event-input.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import { type LastTime, RETROSPECTIVE_LABELS } from '../../../domain/events/retrospective.ts';
import { repeatsOf } from '../../../domain/events/repeats.ts';
import { isOverADay, lengthOf } from '../../../domain/events/wall-span.ts';
import type { Confirmation } from '../../../ui/dialog.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { doneText, say } from '../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { EventFields } from './event-fields.tsx';
import { copyOf, fromCurrent, inputOf, NEW_EVENT, eventValuesOf, type EventValues } from './event-values.ts';
import { EVENT_LABELS } from '../../../domain/event-changes/event-input.ts';
import type { FormSectionProps } from './form-section.tsx';
import { LoadingDialog } from './loading-dialog.tsx';
import { wallMoment } from '../../../time/wall-text.ts';
import { isWorthTelling, type Plan } from '../../../domain/events/when-and-where.ts';
import { momentOf, writeWallTime } from '../../../time/club-date-time.ts';
import { CheckboxField } from '../../../ui/admin/fields.tsx';
import * as panel from '../../../ui/panel.module.css';
import * as styles from './event.module.css';

/** An event that has just been added. */
export interface CreatedEvent {
  key: string;
  /** Its title, and the titles of its repeats. */
  titles: string[];
  became: 'published' | 'proposed' | 'saved';
}

interface DialogProps {
  timeZone: string;
  defaultResponsesDays: number | null;
  /** Whether the site can write into the club's chat. */
  hasChat: boolean;
  kinds: Kind[];
  onClose: () => void;
}

const ADD = 'Add an event';
const CREATE = 'Create Event';

export function AddEvent(dialog: NewEventProps) {
  const { options, isRequired } = useContext(CommitteesContext);
  const [only, other] = isRequired ? options : [];
  const initial = only && !other ? { ...NEW_EVENT, committee: only.key } : NEW_EVENT;
  return <EventDialog title={ADD} submitLabel={CREATE} initial={initial} {...dialog} />;
}

type NewEventProps = DialogProps & {
  /** The key of the next new event. */
  nextKey: string;
  onCreated: (event: CreatedEvent) => void;
};
type OneEvent = DialogProps & { eventKey: string };

export function EditEvent({ eventKey, ...dialog }: OneEvent) {
  return (
    <OpenedEvent title="Edit event" eventKey={eventKey} onClose={dialog.onClose}>
      {(edited) => (
        <EventDialog
          title="Edit event"
          submitLabel="Update Event"
          initial={eventValuesOf(edited)}
          edited={edited}
          {...dialog}
        />
      )}
    </OpenedEvent>
  );
}

/** The dialog of a new event, filled in like another one. */
export function CopyEvent({ eventKey, ...dialog }: OneEvent & NewEventProps) {
  const [now] = useState(() => writeWallTime(Date.now(), dialog.timeZone).wall);
  return (
    <OpenedEvent title={ADD} eventKey={eventKey} onClose={dialog.onClose}>
      {(original) => (
        <EventDialog title={ADD} submitLabel={CREATE} {...dialog} initial={copyOf(original, now)} copied={original} />
      )}
    </OpenedEvent>
  );
}

const EXPECTED_KEYS = ['key', 'version'] as const;

interface OpenedEventProps extends Pick<OneEvent, 'eventKey' | 'onClose'> {
  title: string;
  children: (event: EditableEvent) => ReactNode;
}

function OpenedEvent({ eventKey, ...rest }: OpenedEventProps) {
  return (
    <LoadingDialog
      address={`/admin/events/${encodeURIComponent(eventKey)}/edit`}
      expectedKeys={EXPECTED_KEYS}
      loading="Loading the event"
      {...rest}
    />
  );
}

const COMPARED = { ...EVENT_LABELS, responsesDays: `${EVENT_LABELS.responsesDays} (days)` };

/** The answer of the events' screen, with the key of a new event, and a note on what a save changed besides. */
type SaveAction = () => { ok: true; key?: string; note?: string };

interface EventDialogProps extends DialogProps {
  nextKey?: string;
  onCreated?: NewEventProps['onCreated'];
  title: string;
  submitLabel: string;
  initial: EventValues;
  edited?: EditableEvent;
  /** The event that the new one is copied from. */
  copied?: EditableEvent;
}

function EventDialog(props: EventDialogProps) {
  const { title, submitLabel, initial, edited, copied, timeZone, onCreated, onClose } = props;
  // The screen offers another key each time it loads.
  const [newKey] = useState(props.nextKey);
  const { defaultResponsesDays, hasChat, kinds } = props;
  const { currency } = useContext(MoneyContext);
  const [schema] = useState(() => eventInput(timeZone, currency, { isEndOptional: edited?.input.end === '' }));
  const choice = useContext(CommitteesContext);
  const form = useRecordForm<EventValues, EditableEvent, SaveAction>({
    labels: COMPARED,
    initial,
    ...(edited && { version: edited.version }),
    schema,
    toInput: inputOf,
    question: (values) => (isSameTime(values, initial) ? undefined : askAboutLength(values, timeZone)),
    payload: (input, version, once) =>
      edited
        ? { verb: 'update', key: edited.key, version, input }
        : { verb: 'add', once, key: newKey, copyOf: copied?.key, input },
    fromRecord: fromCurrent,
    rememberedAs: edited ? `edit ${edited.key}` : `add ${copied?.key ?? ''}`,
    // The dialog can also be opened from the event's own page.
    action: '/admin/events',
    onSaved: ({ key, note }) => {
      const titles = repeatsOf(form.values, timeZone).map((one) => one.title);
      if (key === undefined) say(doneText(titles, 'saved', note));
      else
        onCreated?.({
          key,
          titles,
          became: becameOf(form.values.visibility, isProposed),
        });
      onClose();
    },
  });
  const isPublished = edited?.input.visibility === 'Published';
  const isProposed = !isPublished && mustPropose(choice, form.values.committee);
  return (
    <RecordDialog
      title={title}
      submitLabel={isProposed ? 'Propose' : submitLabel}
      form={form}
      onClose={onClose}
      long
      wide
      notices={<TellField form={form} edited={edited} timeZone={timeZone} />}
    >
      {copied?.lastTime && <LastTimeFacts lastTime={copied.lastTime} />}
      <EventFields
        form={form}
        eventKey={edited?.key ?? newKey ?? ''}
        edited={edited}
        timeZone={timeZone}
        {...{ defaultResponsesDays, hasChat, kinds }}
      />
    </RecordDialog>
  );
}

function becameOf(visibility: EventValues['visibility'], isProposed: boolean): CreatedEvent['became'] {
  if (isProposed) return 'proposed';
  return visibility === 'Published' ? 'published' : 'saved';
}

/** An event that lasts for a week is usually a typing error in one of its dates. */
function askAboutLength(values: EventValues, timeZone: string): Confirmation | undefined {
  if (!isOverADay(values, timeZone)) return undefined;
  return {
    title: 'More than a day?',
    text: `From ${wallMoment(values.start)} to ${wallMoment(values.end)}, this event lasts ${inWords(lengthOf(values, timeZone) ?? 0)}.`,
    yes: 'Yes, save it',
    no: 'Change the times',
  };
}

/** True if the time was not changed: then nobody is asked again about an event that lasts for days. */
function isSameTime(values: EventValues, { start, end }: EventValues): boolean {
  return values.start === start && values.end === end;
}

const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** '7 days and 2 hours' */
function inWords(minutes: number): string {
  let left = minutes;
  const parts: string[] = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
  }
  return new Intl.ListFormat('en').format(parts);
}

/** Stands beside 'Save', so that it is visible wherever the change is made, and nothing moves under the pointer. */
function TellField({ form, edited, timeZone }: Omit<FormSectionProps, 'defaultResponsesDays'>) {
  const [openedAt] = useState(Date.now);
  const { values, opened, bind } = form;
  const count = values.hasForm && values.asksPerson ? (edited?.signUps ?? 0) : 0;
  const isAsked = count > 0 && isWorthTelling(planOf(opened, timeZone), planOf(values, timeZone), openedAt);
  return (
    <div role="status">
      {isAsked && (
        <CheckboxField
          field={{ ...bind('tellSignUps'), label: `Tell the ${count.toLocaleString('en')} people who signed up` }}
          hint="By email, with the old and new time and place and a calendar file."
        />
      )}
    </div>
  );
}

function planOf(values: EventValues, timeZone: string): Plan {
  const { start, startOccurrence, end, endOccurrence, location, hiddenDate, customDate } = values;
  return {
    start: momentOf(start, startOccurrence, timeZone) ?? null,
    end: momentOf(end, endOccurrence, timeZone) ?? null,
    location: location.trim(),
    hiddenDate,
    customDate: customDate.trim(),
  };
}

const NOTES = ['ranOut', 'change', 'cost'] as const;

/** Facts about the event that the new one is copied from. */
function LastTimeFacts({ lastTime }: { lastTime: LastTime }) {
  const counts = countsOf(lastTime);
  const notes = NOTES.filter((name) => lastTime[name] !== '');
  if (counts === '' && notes.length === 0) return null;
  return (
    <section aria-labelledby="last-time" className={`${panel.note} ${styles.lastTime}`}>
      <h3 id="last-time">Last time</h3>
      {counts !== '' && <p>{counts}</p>}
      <dl>
        {notes.map((name) => (
          <div key={name}>
            <dt>{RETROSPECTIVE_LABELS[name]}</dt>
            <dd dir="auto">{lastTime[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** '12 sign-ups, 9 came' */
function countsOf({ signUps, came }: LastTime): string {
  const said = [
    ...(signUps === null ? [] : [`${signUps.toLocaleString('en')} ${signUps === 1 ? 'sign-up' : 'sign-ups'}`]),
    ...(came === null ? [] : [`${came.toLocaleString('en')} came`]),
  ];
  return said.join(', ');
}

import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId } from 'react';
import { NO_ANSWER } from '../../../../domain/questions/faults.ts';
import { QUESTIONS } from '../../../../domain/questions/index.ts';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from '../../../../ui/admin/icons.tsx';
import { isEnter } from '../../../../ui/admin/enter-key.ts';
import { CheckboxField, BoundTextField } from '../../../../ui/admin/fields.tsx';
import * as fieldStyles from '../../../../ui/form/field.module.css';
import { IconButton } from '../../../../ui/icon-button.tsx';
import {
  depthOf,
  type BuilderField,
  type BuilderOption,
  choosableAnswers,
  conditionText,
  isSource,
  nameOf,
} from './builder-field.ts';
import * as styles from './form-builder.module.css';
import { OptionsEditor } from './options-editor.tsx';
import { useDueMessages } from './use-due-messages.ts';
import { Checkbox, FieldFrame } from '../../../../ui/form/field.tsx';

interface FieldEditorProps {
  field: BuilderField;
  fields: BuilderField[];
  index: number;
  /** True if people have answered the field. */
  isAnswered: boolean;
  isDragged: boolean;
  onGrab: (event: PointerEvent<HTMLElement>) => void;
  onMove: (from: number, to: number, button: 'up' | 'down') => void;
  onChange: (field: BuilderField) => void;
  onEnter: () => void;
  onDelete: () => void;
  onDeleteOption: (option: BuilderOption, removeNow: () => void) => void;
  /** A fault caused by moving or removing another field, shown at once. */
  fault: string | undefined;
  messageOf: (path: string) => string | undefined;
  attempts: number;
}

export function FieldEditor(props: FieldEditorProps) {
  const { field, fields, index, isAnswered, isDragged, onChange, onEnter, onDeleteOption, fault, messageOf, attempts } =
    props;
  const messages = useDueMessages(attempts);
  const { hasOptions, canBeRequired } = QUESTIONS[field.type];
  const depth = depthOf(fields, index);
  const path = `fields.${index}`;
  const bind = <Name extends 'description' | 'required'>(name: Name, label: string) => ({
    label,
    name: `${path}.${name}`,
    value: field[name],
    onChange: (value: BuilderField[Name]) => onChange({ ...field, [name]: value }),
    onBlur: () => messages.leave(name),
    message: messages.isDue(name) ? messageOf(`${path}.${name}`) : undefined,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isEnter(event) || field.description.trim() === '') return;
    event.preventDefault();
    onEnter();
  };
  return (
    <li
      className={isDragged ? `${styles.field} ${styles.dragged}` : styles.field}
      {...(depth > 0 && { 'data-after': '', style: indentOf(depth) })}
      data-id={field.id}
      aria-label={`Field ${index + 1}: ${QUESTIONS[field.type].title}`}
    >
      <Head {...props} />
      <BoundTextField field={bind('description', 'Label')} required onKeyDown={onKeyDown} />
      {hasOptions && (
        <OptionsEditor
          path={path}
          isAnswered={isAnswered}
          messageOf={messageOf}
          attempts={attempts}
          options={field.options}
          onChange={(options) => onChange({ ...field, options })}
          onDelete={onDeleteOption}
        />
      )}
      {canBeRequired && <CheckboxField field={bind('required', 'Required')} />}
      <FieldSettings
        field={field}
        fields={fields}
        index={index}
        onChange={onChange}
        messageOf={(setting) => {
          const due = messages.isDue(setting) ? messageOf(`${path}.${setting}`) : undefined;
          return setting === 'showIf' ? (fault ?? due) : due;
        }}
        onLeave={messages.leave}
      />
      {messageOf(path) && <p className={fieldStyles.message}>{messageOf(path)}</p>}
    </li>
  );
}

function indentOf(depth: number): CSSProperties & Record<`--${string}`, number> {
  return { '--depth': depth };
}

function Head({ field, fields, index, onGrab, onMove, onDelete }: FieldEditorProps) {
  return (
    <div className={styles.head}>
      <span className={styles.handle} onPointerDown={onGrab} title="Drag to another place">
        <GripVertical size={20} />
      </span>
      <span className={styles.type}>
        {index + 1}. {QUESTIONS[field.type].title}
      </span>
      <IconButton label="Move up" data-up isOff={index === 0} onClick={() => onMove(index, index - 1, 'up')}>
        <ArrowUp size={18} />
      </IconButton>
      <IconButton
        label="Move down"
        data-down
        isOff={index === fields.length - 1}
        onClick={() => onMove(index, index + 1, 'down')}
      >
        <ArrowDown size={18} />
      </IconButton>
      <IconButton label="Delete field" onClick={onDelete}>
        <Trash2 size={18} />
      </IconButton>
    </div>
  );
}

interface SettingsProps extends Pick<FieldEditorProps, 'field' | 'fields' | 'index' | 'onChange' | 'messageOf'> {
  onLeave: (setting: string) => void;
}

/** Settings of any field: when it is asked, how often an option may be chosen, and whether the door shows it. */
function FieldSettings(props: SettingsProps) {
  const { field, index, onChange, messageOf, onLeave } = props;
  const path = `fields.${index}`;
  return (
    <>
      <Condition {...props} />
      {QUESTIONS[field.type].hasOptions && field.options.length > 0 && (
        <div className={styles.limits}>
          {field.options.map((option, at) => {
            const name = `limits.${option.name.trim()}`;
            return (
              <BoundTextField
                key={option.id}
                field={{
                  name: `${path}.${name}`,
                  value: option.places,
                  label: `Places for ${option.name.trim() || `option ${at + 1}`}`,
                  onChange: (places) => onChange({ ...field, options: field.options.with(at, { ...option, places }) }),
                  onBlur: () => onLeave(name),
                  message: messageOf(name),
                }}
                inputMode="numeric"
              />
            );
          })}
        </div>
      )}
      <CheckboxField
        field={{
          name: `${path}.atDoor`,
          label: 'Show at the door',
          value: field.atDoor,
          message: undefined,
          onChange: (atDoor) => onChange({ ...field, atDoor }),
          onBlur: () => {},
        }}
      />
    </>
  );
}

function Condition(props: SettingsProps) {
  const { field, fields, index, onChange, messageOf, onLeave } = props;
  const { showIf } = field;
  const source = fields.find((one) => one.id === showIf?.field);
  const message = messageOf('showIf');
  // The chosen field is right, and only its answers are missing.
  const isAnswerMissing = message === NO_ANSWER;
  const hasNothingTicked = showIf !== null && source !== undefined && showIf.anyOf.length === 0;
  const path = `fields.${index}.showIf`;
  // After moving, the chosen field may stand behind this one.
  const choosable = fields.flatMap((one, at) =>
    one !== field && isSource(one) && (at < index || one === source) ? [{ id: one.id, label: nameOf(one, at) }] : [],
  );
  return (
    <div className={styles.condition}>
      <FieldFrame
        label="Only ask if"
        name={hasNothingTicked ? `${path}.field` : path}
        message={isAnswerMissing ? undefined : message}
      >
        {(control) => (
          <select
            {...control}
            value={showIf && !source ? 'gone' : (showIf?.field ?? '')}
            onBlur={() => showIf === null && onLeave('showIf')}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...field, showIf: value === '' ? null : { field: value, anyOf: [] } })
            }
          >
            <option value="">Always</option>
            {showIf && !source && <option value="gone">(a field that is gone)</option>}
            {choosable.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {showIf && source && (
        <ConditionAnswers
          {...props}
          showIf={showIf}
          source={source}
          missingAnswer={isAnswerMissing ? message : undefined}
        />
      )}
    </div>
  );
}

interface ConditionAnswersProps extends SettingsProps {
  showIf: NonNullable<BuilderField['showIf']>;
  /** The field whose answer decides. */
  source: BuilderField;
  /** The message while none of its answers is chosen. */
  missingAnswer: string | undefined;
}

function ConditionAnswers(props: ConditionAnswersProps) {
  const { field, fields, index, showIf, source, missingAnswer, onChange, onLeave } = props;
  const id = useId();
  const isAnswerMissing = missingAnswer !== undefined;
  const hasNothingTicked = showIf.anyOf.length === 0;
  const path = `fields.${index}.showIf`;
  return (
    <fieldset
      className={styles.answers}
      aria-describedby={isAnswerMissing ? `${id}-unanswered ${id}-sentence` : `${id}-sentence`}
      data-wrong={isAnswerMissing || undefined}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave('showIf');
      }}
    >
      <legend className={fieldStyles.label}>The answer is</legend>
      {choosableAnswers(source).map(({ id: answer, label }, at) => (
        <Checkbox
          key={String(answer)}
          // The error summary leads to the first answer.
          name={hasNothingTicked && at === 0 ? path : `${path}.${at}`}
          aria-invalid={isAnswerMissing || undefined}
          label={label || `Option ${at + 1}`}
          checked={showIf.anyOf.includes(answer)}
          onChange={({ currentTarget: { checked } }) =>
            onChange({
              ...field,
              showIf: {
                ...showIf,
                anyOf: checked ? [...showIf.anyOf, answer] : showIf.anyOf.filter((one) => one !== answer),
              },
            })
          }
        />
      ))}
      <p id={`${id}-unanswered`} className={fieldStyles.message} hidden={!isAnswerMissing}>
        {missingAnswer}
      </p>
      <p id={`${id}-sentence`} className={styles.sentence}>
        {conditionText(field, fields)}
      </p>
    </fieldset>
  );
}

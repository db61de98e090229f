import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import { QUESTIONS } from '../../../../domain/questions/index.ts';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from '../../../../ui/admin/icons.tsx';
import { isEnter } from '../../../../ui/admin/enter-key.ts';
import { CheckboxField, BoundTextField } from '../../../../ui/admin/fields.tsx';
import * as fieldStyles from '../../../../ui/form/field.module.css';
import { IconButton } from '../../../../ui/admin/icon-button.tsx';
import { depthOf, type BuilderField, type BuilderOption } from './builder-field.ts';
import { FieldSettings } from './field-settings.tsx';
import * as styles from './form-builder.module.css';
import { OptionsEditor } from './options-editor.tsx';
import { useDueMessages } from './use-due-messages.ts';

interface FieldEditorProps {
  field: BuilderField;
  fields: BuilderField[];
  place: number;
  /** People have answered it. */
  isAnswered: boolean;
  isDragged: boolean;
  onGrab: (event: PointerEvent<HTMLElement>) => void;
  onMove: (from: number, to: number, button: 'up' | 'down') => void;
  onChange: (field: BuilderField) => void;
  onEnter: () => void;
  onDelete: () => void;
  onDeleteOption: (option: BuilderOption, go: () => void) => void;
  /** What others moved or removed made wrong, which nobody has to leave first. */
  fault: string | undefined;
  messageOf: (path: string) => string | undefined;
  attempts: number;
}

export function FieldEditor(props: FieldEditorProps) {
  const { field, fields, place, isAnswered, isDragged, onChange, onEnter, onDeleteOption, fault, messageOf, attempts } =
    props;
  const messages = useDueMessages(attempts);
  const { hasOptions, canBeRequired } = QUESTIONS[field.type];
  const depth = depthOf(fields, place);
  const path = `fields.${place}`;
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
      aria-label={`Field ${place + 1}: ${QUESTIONS[field.type].title}`}
    >
      <Head {...props} />
      <BoundTextField field={bind('description', 'Label')} required onKeyDown={onKeyDown} />
      {hasOptions && (
        <OptionsEditor
          {...{ path, isAnswered, messageOf, attempts }}
          options={field.options}
          onChange={(options) => onChange({ ...field, options })}
          onDelete={onDeleteOption}
        />
      )}
      {canBeRequired && <CheckboxField field={bind('required', 'Required')} />}
      <FieldSettings
        {...{ field, fields, place, onChange }}
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

function Head({ field, fields, place, onGrab, onMove, onDelete }: FieldEditorProps) {
  return (
    <div className={styles.head}>
      <span className={styles.handle} onPointerDown={onGrab} title="Drag to another place">
        <GripVertical size={20} />
      </span>
      <span className={styles.type}>
        {place + 1}. {QUESTIONS[field.type].title}
      </span>
      <IconButton label="Move up" data-up isOff={place === 0} onClick={() => onMove(place, place - 1, 'up')}>
        <ArrowUp size={18} />
      </IconButton>
      <IconButton
        label="Move down"
        data-down
        isOff={place === fields.length - 1}
        onClick={() => onMove(place, place + 1, 'down')}
      >
        <ArrowDown size={18} />
      </IconButton>
      <IconButton label="Delete field" onClick={onDelete}>
        <Trash2 size={18} />
      </IconButton>
    </div>
  );
}

import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { FIELD_TYPES, QUESTIONS, type FieldType } from '../../../../domain/questions/index.ts';
import { useOrder } from '../../../../ui/admin/use-order.ts';
import { Button } from '../../../../ui/button.tsx';
import * as fieldStyles from '../../../../ui/form/field.module.css';
import {
  conditionFaults,
  moved,
  newBuilderField,
  newOption,
  type BuilderField,
  type BuilderOption,
} from './builder-field.ts';
import { FieldEditor } from './field-editor.tsx';
import * as styles from './form-builder.module.css';
import { FormPreview } from './form-preview.tsx';

interface FormBuilderProps {
  fields: BuilderField[];
  /** True if the form asks for name and email without fields of its own. */
  asksPerson: boolean;
  isAnswered: (field: BuilderField) => boolean;
  onChange: (fields: BuilderField[]) => void;
  /** Asks first if something depends on the field. */
  onDelete: (field: BuilderField, onDeleted: () => void) => void;
  onDeleteOption: (field: BuilderField, option: BuilderOption, removeNow: () => void) => void;
  messageOf: (path: string) => string | undefined;
  attempts: number;
}

export function FormBuilder(props: FormBuilderProps) {
  const { fields, asksPerson, isAnswered, onChange, onDelete, onDeleteOption, messageOf, attempts } = props;
  const { list, order, said, add, goOn, onMove, afterDeletion } = useBuilding(fields, onChange);
  const faults = conditionFaults(fields);

  return (
    <div className={styles.builder}>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {fields.length === 0 && (
        <p className={styles.none}>
          {asksPerson
            ? 'Without fields, the form asks for name and email only.'
            : 'Without fields, the event has no form of its own.'}
        </p>
      )}
      <ol ref={list} className={styles.fields} role="list" hidden={fields.length === 0}>
        {fields.map((field, index) => (
          <FieldEditor
            key={field.id}
            field={field}
            fields={fields}
            index={index}
            messageOf={messageOf}
            attempts={attempts}
            onMove={onMove}
            fault={faults[index]}
            isAnswered={isAnswered(field)}
            isDragged={order.dragged === field.id}
            onGrab={order.onPointerDown(field)}
            onChange={(changed) => onChange(fields.with(index, changed))}
            onEnter={() => goOn(field, index)}
            onDelete={() => onDelete(field, () => afterDeletion(field, index))}
            onDeleteOption={(option, removeNow) => onDeleteOption(field, option, removeNow)}
          />
        ))}
      </ol>
      <AddField onAdd={add} message={messageOf('fields')} />
      {(fields.length > 0 || asksPerson) && <FormPreview fields={fields} asksPerson={asksPerson} />}
    </div>
  );
}

/** Adds, moves and removes fields, moves the focus along, and announces what was done. */
function useBuilding(fields: BuilderField[], onChange: FormBuilderProps['onChange']) {
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const focusLater = useFocusLater(list, fields);
  const move = (from: number, to: number) => onChange(moved(fields, from, to));
  const order = useOrder(list, (id, to) =>
    move(
      fields.findIndex((field) => field.id === id),
      to,
    ),
  );

  const onMove = (from: number, to: number, button: string) => {
    move(from, to);
    const wrong = conditionFaults(moved(fields, from, to)).find((fault) => fault !== undefined);
    setSaid(`Field ${from + 1} is now field ${to + 1} of ${fields.length}${wrong ? `. ${wrong}` : ''}`);
    focusLater(`[data-id="${fields[from]?.id}"] [data-${button}]`);
  };
  const add = (type: FieldType, index = fields.length) => {
    const field = newBuilderField(type);
    onChange(fields.toSpliced(index, 0, field));
    setSaid(`${QUESTIONS[type].title} field added`);
    focusLater(`[data-id="${field.id}"] input`);
  };
  const goOn = (field: BuilderField, index: number) => {
    if (!QUESTIONS[field.type].hasOptions) return add(field.type, index + 1);
    const options = field.options.length > 0 ? field.options : [newOption()];
    const empty = options.findIndex(({ name }) => name.trim() === '');
    if (empty < 0) return add(field.type, index + 1);
    onChange(fields.with(index, { ...field, options }));
    focusLater(`[data-id="${field.id}"] [data-option="${empty}"]`);
  };
  const afterDeletion = (field: BuilderField, index: number) => {
    const next = fields[index + 1] ?? fields[index - 1];
    setSaid(`${QUESTIONS[field.type].title} field deleted`);
    focusLater(next ? `[data-id="${next.id}"] input` : '[name=fields]');
  };
  return { list, order, said, add, goOn, onMove, afterDeletion };
}

function AddField({ onAdd, message }: { onAdd: (type: FieldType) => void; message: string | undefined }) {
  const id = useId();
  const [type, setType] = useState<FieldType>('text');
  return (
    <div className={styles.add}>
      <label htmlFor={id}>Add new field</label>
      <select
        id={id}
        className={fieldStyles.input}
        name="fields"
        value={type}
        onChange={({ currentTarget }) => setType(FIELD_TYPES[currentTarget.selectedIndex] ?? 'text')}
      >
        {FIELD_TYPES.map((one) => (
          <option key={one} value={one}>
            {QUESTIONS[one].title}
          </option>
        ))}
      </select>
      <Button quiet onClick={() => onAdd(type)}>
        Add
      </Button>
      {message && <p className={fieldStyles.message}>{message}</p>}
    </div>
  );
}

function useFocusLater(list: RefObject<HTMLElement | null>, fields: BuilderField[]) {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    const found = wanted.current && list.current?.parentElement?.querySelector<HTMLElement>(wanted.current);
    if (found) found.focus();
    wanted.current = undefined;
  }, [list, fields]);
  return (selector: string) => {
    wanted.current = selector;
  };
}

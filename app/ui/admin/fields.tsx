import { useId, type ComponentProps } from 'react';
import { Checkbox, FieldFrame, OptionGroup, type FieldProps } from '../form/field.tsx';
import * as styles from '../form/field.module.css';
import type { FieldBinding } from './use-record-form.ts';

interface BoundProps<Value> extends Pick<FieldProps, 'hint' | 'required'> {
  field: FieldBinding<Value>;
}

type Own = 'name' | 'value' | 'onChange' | 'onBlur' | 'id' | 'required' | 'className';

interface TextFieldProps extends BoundProps<string>, Omit<ComponentProps<'input'>, Own> {
  unit?: string;
}

export function BoundTextField({ field, hint, required, unit, ...rest }: TextFieldProps) {
  const unitId = useId();
  return (
    <FieldFrame {...frameOf(field, { hint, required })}>
      {({ 'aria-describedby': described, ...control }) => {
        const ids = [unit && unitId, described].filter(Boolean).join(' ');
        const input = (
          <input autoComplete="off" {...rest} {...control} {...valueOf(field)} aria-describedby={ids || undefined} />
        );
        if (unit === undefined) return input;
        return (
          <span className={styles.measured}>
            {input}
            <span id={unitId}>{unit}</span>
          </span>
        );
      }}
    </FieldFrame>
  );
}

export function BoundTextArea(props: BoundProps<string> & Omit<ComponentProps<'textarea'>, Own>) {
  const { field, hint, required, ...rest } = props;
  return (
    <FieldFrame {...frameOf(field, { hint, required })}>
      {(control) => <textarea {...rest} {...control} {...valueOf(field)} />}
    </FieldFrame>
  );
}

/** A note beside an option, and whether the option cannot be chosen. */
export interface OptionNotes {
  noteOf?: (option: string) => string | undefined;
  isClosed?: (option: string) => boolean;
}

/** A stored value that is no longer among the options can still be chosen. */
export function SelectField<Choice extends string>(
  props: BoundProps<Choice> & OptionNotes & { options: readonly Choice[]; nameOf?: (option: Choice) => string },
) {
  const { field, hint, required, options, noteOf, isClosed, nameOf = (option) => option } = props;
  const all = options.includes(field.value) ? options : [field.value, ...options];
  return (
    <FieldFrame {...frameOf(field, { hint, required })}>
      {(control) => (
        <select
          {...control}
          value={field.value}
          onBlur={field.onBlur}
          onChange={({ currentTarget }) => field.onChange(all[currentTarget.selectedIndex] ?? field.value)}
        >
          {all.map((option) => {
            const note = noteOf?.(option);
            return (
              <option key={option} value={option} disabled={isClosed?.(option) && option !== field.value}>
                {note ? `${nameOf(option)} (${note})` : nameOf(option)}
              </option>
            );
          })}
        </select>
      )}
    </FieldFrame>
  );
}

export function OptionsField(props: BoundProps<string[]> & OptionNotes & { options: string[] }) {
  const { field, required, options, noteOf, isClosed } = props;
  const { name, label, value, onChange, message } = field;
  return (
    <OptionGroup
      label={label}
      name={name}
      required={required}
      options={options}
      {...(noteOf && { noteOf })}
      message={message || undefined}
      kind="checkbox"
      inputOf={(option) => ({
        checked: value.includes(option),
        disabled: isClosed?.(option) && !value.includes(option),
        onChange: ({ currentTarget }) =>
          onChange(options.filter((one) => (one === option ? currentTarget.checked : value.includes(one)))),
        onBlur: field.onBlur,
      })}
    />
  );
}

export function CheckboxField({
  field,
  hint,
  disabled,
}: Omit<BoundProps<boolean>, 'required'> & { disabled?: boolean }) {
  const { name, label, value, onChange, onBlur, message } = field;
  return (
    <Checkbox
      label={label}
      name={name}
      hint={hint}
      onBlur={onBlur}
      disabled={disabled}
      message={message || undefined}
      className={`${styles.choice} ${styles.label}`}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function frameOf(
  { name, label, message }: Omit<FieldBinding<string>, 'onChange'>,
  props: Omit<BoundProps<string>, 'field'>,
) {
  return { name, label, message: message || undefined, hintBelow: true, ...props };
}

function valueOf({ value, onChange, onBlur }: FieldBinding<string>) {
  return {
    value,
    onBlur,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
}

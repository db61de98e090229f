import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from '../form/field.module.css';
import type { Bound } from './use-record-form.ts';

interface FieldProps<Value> {
  /** What form.bind(name) gives. */
  field: Bound<Value>;
  /** The accessible name, exactly. */
  label: string;
  hint?: string;
  /** Marks the field by style; the label stays as it is. */
  required?: boolean;
}

type Own = 'name' | 'value' | 'onChange' | 'onBlur' | 'id' | 'required' | 'className';

interface TextFieldProps extends FieldProps<string>, Omit<ComponentProps<'input'>, Own> {
  /** What a number in it counts, such as 'days'; written behind it, and said with it. */
  unit?: string;
}

/** One line of text; `type` may be one of the platform's text-like types, such as datetime-local. */
export function TextField({ field, label, hint, required, unit, ...rest }: TextFieldProps) {
  const id = useId();
  const wiring = wired(id, field, hint, required);
  const describedBy = [unit && `${id}-unit`, wiring['aria-describedby']].filter(Boolean).join(' ');
  const input = (
    <input
      {...rest}
      {...wiring}
      aria-describedby={describedBy || undefined}
      value={field.value}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
  return (
    <Frame {...{ id, label, hint, required, message: field.message }}>
      {unit === undefined ? (
        input
      ) : (
        <span className={styles.measured}>
          {input}
          <span id={`${id}-unit`}>{unit}</span>
        </span>
      )}
    </Frame>
  );
}

/** Several lines of text. */
export function TextArea(props: FieldProps<string> & Omit<ComponentProps<'textarea'>, Own>) {
  const { field, label, hint, required, ...rest } = props;
  const id = useId();
  return (
    <Frame {...{ id, label, hint, required, message: field.message }}>
      <textarea
        {...rest}
        {...wired(id, field, hint, required)}
        value={field.value}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      />
    </Frame>
  );
}

/** One of a few texts; a stored value that is none of them stays choosable. */
export function SelectField(props: FieldProps<string> & { options: readonly string[] }) {
  const { field, label, hint, required, options } = props;
  const id = useId();
  const all = options.includes(field.value) ? options : [field.value, ...options];
  return (
    <Frame {...{ id, label, hint, required, message: field.message }}>
      <select
        {...wired(id, field, hint, required)}
        value={field.value}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      >
        {all.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </Frame>
  );
}

/** A box to tick. */
export function CheckboxField({ field, label, hint }: Omit<FieldProps<boolean>, 'required'>) {
  const id = useId();
  return (
    <div className={styles.field} data-wrong={field.message ? true : undefined}>
      <label className={`${styles.choice} ${styles.label}`}>
        <input
          type="checkbox"
          name={field.name}
          checked={field.value}
          onChange={(event) => field.onChange(event.currentTarget.checked)}
          onBlur={field.onBlur}
          {...described(id, field.message, hint)}
        />
        <span>{label}</span>
      </label>
      <Notes {...{ id, hint, message: field.message }} />
    </div>
  );
}

interface FrameProps {
  id: string;
  label: string;
  hint: string | undefined;
  required: boolean | undefined;
  message: string | undefined;
  children: ReactNode;
}

function Frame({ id, label, hint, required, message, children }: FrameProps) {
  return (
    <div className={styles.field} data-wrong={message ? true : undefined}>
      <label htmlFor={id} className={required ? `${styles.label} ${styles.required}` : styles.label}>
        {label}
      </label>
      {children}
      <Notes {...{ id, hint, message }} />
    </div>
  );
}

function Notes({ id, hint, message }: Pick<FrameProps, 'id' | 'hint' | 'message'>) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <p id={`${id}-message`} className={styles.message} hidden={!message}>
        {message}
      </p>
    </>
  );
}

function wired(id: string, field: Bound<string>, hint: string | undefined, required: boolean | undefined) {
  const { name, onBlur, message } = field;
  return { id, name, onBlur, className: styles.input, 'aria-required': required, ...described(id, message, hint) };
}

function described(id: string, message: string | undefined, hint: string | undefined) {
  const ids = [hint && `${id}-hint`, message && `${id}-message`].filter(Boolean).join(' ');
  return { 'aria-invalid': message ? true : undefined, 'aria-describedby': ids || undefined } as const;
}

import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  name: string;
  message?: string | undefined;
  hint?: string;
  required?: boolean;
}

interface Marked {
  /** False where the label itself says that the field is required. */
  marked?: boolean;
}

function labelClass(isMarked: boolean): string {
  return isMarked ? `${styles.label} ${styles.required}` : (styles.label ?? '');
}

interface FrameProps extends Omit<FieldProps, 'name' | 'required'> {
  id: string;
  isMarked: boolean;
  children: ReactNode;
}

/** Label above, hint under it, the message in words beside the field. A mark for a required one is drawn by style. */
function Frame({ label, message, hint, id, isMarked, children }: FrameProps) {
  return (
    <div className={styles.field} data-wrong={message === undefined ? undefined : true}>
      <label htmlFor={id} className={labelClass(isMarked)}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      <Message id={id} message={message} />
    </div>
  );
}

function Message({ id, message }: { id: string; message: string | undefined }) {
  return (
    <p id={`${id}-message`} className={styles.message} hidden={!message}>
      {message}
    </p>
  );
}

function describedBy(id: string, { hint, message }: Pick<FieldProps, 'hint' | 'message'>) {
  const ids = [hint && `${id}-hint`, message && `${id}-message`].filter(Boolean).join(' ');
  return { 'aria-invalid': message === undefined ? undefined : true, 'aria-describedby': ids || undefined } as const;
}

export function TextField(props: FieldProps & Marked & ComponentProps<'input'>) {
  const { label, name, message, hint, required = false, marked = true, ...rest } = props;
  const id = useId();
  return (
    <Frame {...{ label, message, id }} isMarked={required && marked} {...(hint && { hint })}>
      <input
        id={id}
        name={name}
        className={styles.input}
        aria-required={required || undefined}
        {...describedBy(id, { message, ...(hint && { hint }) })}
        {...rest}
      />
    </Frame>
  );
}

export function TextArea({ label, name, message, required = false, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Frame {...{ label, message, id }} isMarked={required}>
      <textarea
        id={id}
        name={name}
        className={styles.input}
        aria-required={required || undefined}
        {...describedBy(id, { message })}
        {...rest}
      />
    </Frame>
  );
}

export function Select(props: FieldProps & ComponentProps<'select'>) {
  const { label, name, message, required = false, children, ...rest } = props;
  const id = useId();
  return (
    <Frame {...{ label, message, id }} isMarked={required}>
      <select
        id={id}
        name={name}
        className={styles.input}
        aria-required={required || undefined}
        {...describedBy(id, { message })}
        {...rest}
      >
        {children}
      </select>
    </Frame>
  );
}

/** A group of radio buttons under one legend. */
export function RadioGroup(props: FieldProps & Marked & { options: string[] }) {
  const { label, name, message, required = false, marked = true, options } = props;
  const id = useId();
  return (
    <fieldset
      className={styles.field}
      role="radiogroup"
      aria-required={required || undefined}
      data-wrong={message === undefined ? undefined : true}
      {...describedBy(id, { message })}
    >
      <legend className={labelClass(required && marked)}>{label}</legend>
      {options.map((option) => (
        <label key={option} className={styles.choice}>
          <input type="radio" name={name} value={option} />
          <span>{option}</span>
        </label>
      ))}
      <Message id={id} message={message} />
    </fieldset>
  );
}

/** A single box to tick; unticked unless said otherwise. */
export function Checkbox({ label, name, message }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field} data-wrong={message === undefined ? undefined : true}>
      <label className={styles.choice}>
        <input type="checkbox" name={name} {...describedBy(id, { message })} />
        <span>{label}</span>
      </label>
      <Message id={id} message={message} />
    </div>
  );
}

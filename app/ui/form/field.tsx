import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  name: string;
  message?: string | undefined;
  hint?: string;
  required?: boolean;
}

/** Label above, hint under it, the message in words beside the field. */
function Frame({ label, message, hint, id, children }: Omit<FieldProps, 'name'> & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field} data-wrong={message === undefined ? undefined : true}>
      <label htmlFor={id} className={styles.label}>
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

export function TextField({ label, name, message, hint, required, ...rest }: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Frame {...{ label, message, id }} {...(hint && { hint })}>
      <input
        id={id}
        name={name}
        className={styles.input}
        aria-required={required}
        {...describedBy(id, { message, ...(hint && { hint }) })}
        {...rest}
      />
    </Frame>
  );
}

export function TextArea({ label, name, message, required, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Frame {...{ label, message, id }}>
      <textarea
        id={id}
        name={name}
        className={styles.input}
        aria-required={required}
        {...describedBy(id, { message })}
        {...rest}
      />
    </Frame>
  );
}

export function Select({ label, name, message, required, children, ...rest }: FieldProps & ComponentProps<'select'>) {
  const id = useId();
  return (
    <Frame {...{ label, message, id }}>
      <select
        id={id}
        name={name}
        className={styles.input}
        aria-required={required}
        {...describedBy(id, { message })}
        {...rest}
      >
        {children}
      </select>
    </Frame>
  );
}

/** A group of radio buttons under one legend. */
export function RadioGroup({ label, name, message, required, options }: FieldProps & { options: string[] }) {
  const id = useId();
  return (
    <fieldset
      className={styles.field}
      role="radiogroup"
      aria-required={required}
      data-wrong={message === undefined ? undefined : true}
      {...describedBy(id, { message })}
    >
      <legend className={styles.label}>{label}</legend>
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

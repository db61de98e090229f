import { useId, type ComponentProps, type ReactNode } from 'react';
import * as styles from './field.module.css';

export interface FieldProps {
  label: string;
  name: string;
  message?: string | undefined;
  hint?: string | undefined;
  required?: boolean | undefined;
}

interface Wiring {
  id: string;
  name: string;
  className: string | undefined;
  'aria-required': true | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FrameProps extends FieldProps {
  /** False if the label itself says that the field is required; otherwise CSS draws a mark. */
  marked?: boolean | undefined;
  hintBelow?: boolean;
  children: (control: Wiring) => ReactNode;
}

export function FieldFrame({ label, hint, hintBelow = false, children, ...props }: FrameProps) {
  const { name, message, required, marked = true } = props;
  const id = useId();
  return (
    <div className={styles.field} data-wrong={isWrong(message)}>
      <label htmlFor={id} className={labelClass(required && marked)}>
        {label}
      </label>
      {hint && !hintBelow && <Hint id={id}>{hint}</Hint>}
      {children({
        id,
        name,
        className: styles.input,
        'aria-required': required || undefined,
        ...describedBy(id, { hint, message }),
      })}
      {hint && hintBelow && <Hint id={id}>{hint}</Hint>}
      <Message id={id} message={message} />
    </div>
  );
}

function Hint({ id, children }: { id: string; children: string }) {
  return (
    <p id={`${id}-hint`} className={styles.hint}>
      {children}
    </p>
  );
}

function Message({ id, message }: { id: string; message: string | undefined }) {
  return (
    <p id={`${id}-message`} className={styles.message} hidden={!message}>
      {message}
    </p>
  );
}

/** An empty message marks the field as wrong without saying why. */
function isWrong(message: string | undefined): true | undefined {
  return message === undefined ? undefined : true;
}

function labelClass(isMarked: boolean | undefined): string | undefined {
  return isMarked ? `${styles.label} ${styles.required}` : styles.label;
}

function describedBy(id: string, { hint, message }: Pick<FieldProps, 'hint' | 'message'>) {
  const ids = [hint && `${id}-hint`, message && `${id}-message`].filter(Boolean).join(' ');
  return { 'aria-invalid': isWrong(message), 'aria-describedby': ids || undefined } as const;
}

type TextProps = FieldProps & Pick<FrameProps, 'marked'>;

export function TextField(props: TextProps & ComponentProps<'input'>) {
  const { label, name, message, hint, required, marked, ...rest } = props;
  return (
    <FieldFrame label={label} name={name} message={message} hint={hint} required={required} marked={marked}>
      {(control) => <input {...control} {...rest} />}
    </FieldFrame>
  );
}

export function TextArea(props: TextProps & ComponentProps<'textarea'>) {
  const { label, name, message, hint, required, marked, ...rest } = props;
  return (
    <FieldFrame label={label} name={name} message={message} hint={hint} required={required} marked={marked}>
      {(control) => <textarea {...control} {...rest} />}
    </FieldFrame>
  );
}

export function Select({ label, name, message, required, ...rest }: FieldProps & ComponentProps<'select'>) {
  return (
    <FieldFrame label={label} name={name} message={message} required={required}>
      {(control) => <select {...control} {...rest} />}
    </FieldFrame>
  );
}

interface OptionGroupProps extends FieldProps, Pick<FrameProps, 'marked'> {
  kind: 'radio' | 'checkbox';
  options: string[];
  inputOf: (option: string) => ComponentProps<'input'>;
  noteOf?: (option: string) => string | undefined;
}

export function OptionGroup(props: OptionGroupProps) {
  const { label, name, message, required, marked = true, kind, options, inputOf, noteOf } = props;
  const id = useId();
  return (
    <fieldset
      className={styles.field}
      {...(kind === 'radio' && { role: 'radiogroup', 'aria-required': required || undefined })}
      data-wrong={isWrong(message)}
      {...describedBy(id, { message })}
    >
      <legend className={labelClass(required && marked)}>{label}</legend>
      {options.map((option, at) => {
        const note = noteOf?.(option);
        return (
          <div key={option} className={styles.measured}>
            <label className={styles.choice}>
              <input
                type={kind}
                name={name}
                value={option}
                aria-describedby={note && `${id}-${at}`}
                {...inputOf(option)}
              />
              <span>{option}</span>
            </label>
            {note && (
              <span id={`${id}-${at}`} className={styles.hint}>
                {note}
              </span>
            )}
          </div>
        );
      })}
      <Message id={id} message={message} />
    </fieldset>
  );
}

export function Checkbox({
  label,
  name,
  message,
  hint,
  className = styles.choice,
  ...rest
}: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className={styles.field} data-wrong={isWrong(message)}>
      <label className={className}>
        <input type="checkbox" name={name} {...describedBy(id, { hint, message })} {...rest} />
        <span>{label}</span>
      </label>
      {hint && <Hint id={id}>{hint}</Hint>}
      <Message id={id} message={message} />
    </div>
  );
}

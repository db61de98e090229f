import { useEffect, useId, useRef } from 'react';
import { X } from '../../../../ui/icons.tsx';
import { isEnter } from '../../../../ui/admin/enter-key.ts';
import { Button } from '../../../../ui/button.tsx';
import * as fields from '../../../../ui/form/field.module.css';
import { IconButton } from '../../../../ui/icon-button.tsx';
import * as panel from '../../../../ui/panel.module.css';
import * as styles from './form-builder.module.css';
import { isRenamed, keptOptions, newOption, type BuilderOption } from './builder-field.ts';
import { useDueMessages } from './use-due-messages.ts';

interface OptionsEditorProps {
  options: BuilderOption[];
  /** True if people have answered the field. */
  isAnswered: boolean;
  onChange: (options: BuilderOption[]) => void;
  /** Asks first if something depends on the option. `remove` is for an option on which nothing depends. */
  onDelete: (option: BuilderOption, remove: () => void) => void;
  /** The field's path in the form, such as 'fields.0'. */
  path: string;
  messageOf: (path: string) => string | undefined;
  attempts: number;
}

export function OptionsEditor(props: OptionsEditorProps) {
  const { options, isAnswered, onChange, onDelete, path, messageOf, attempts } = props;
  const messages = useDueMessages(attempts);
  const message = messages.isDue('options') ? messageOf(`${path}.options`) : undefined;
  const heading = useId();
  // Messages count only the options that are sent.
  const kept = keptOptions(options);
  const nameOf = (option: BuilderOption) =>
    `${path}.options.${kept.includes(option) ? kept.indexOf(option) : option.id}`;
  const { list, add, goOn, willGo, remove } = useOptions(options, onChange);
  return (
    <div
      ref={list}
      className={styles.options}
      role="group"
      aria-labelledby={heading}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) messages.leave('options');
      }}
    >
      <p id={heading} className={styles.optionsTitle}>
        Options
      </p>
      {options.map((option, index) => (
        <Option
          key={option.id}
          index={index}
          attempts={attempts}
          name={nameOf(option)}
          value={option.name}
          message={messageOf(nameOf(option))}
          note={isAnswered && isRenamed(option) ? renamedText(option.was) : ''}
          onChange={(name) => onChange(options.with(index, { ...option, name }))}
          onEnter={() => goOn(index + 1)}
          onDelete={() => {
            willGo(option);
            onDelete(option, () => remove(index));
          }}
        />
      ))}
      <div>
        <Button quiet name={`${path}.options`} className={styles.small} onClick={() => add(options.length)}>
          Add option
        </Button>
        <p className={fields.message} role="alert" hidden={!message}>
          {message}
        </p>
      </div>
    </div>
  );
}

/** Adds and removes options, and moves the focus along. */
function useOptions(options: BuilderOption[], onChange: OptionsEditorProps['onChange']) {
  const list = useRef<HTMLDivElement>(null);
  const wanted = useRef<number>(undefined);
  const leaving = useRef<{ option: BuilderOption; index: number }>(undefined);
  // If no option is left, the focus is on the button that adds one.
  const focusOn = (index: number) =>
    ([...(list.current?.querySelectorAll('input') ?? [])][index] ?? list.current?.querySelector('button'))?.focus();
  useEffect(() => {
    const { option, index } = leaving.current ?? {};
    const isGone = option !== undefined && !options.some(({ id }) => id === option.id);
    if (isGone) leaving.current = undefined;
    if (isGone && index !== undefined) focusOn(Math.max(index - 1, 0));
    else if (wanted.current !== undefined) focusOn(wanted.current);
    wanted.current = undefined;
  }, [options]);
  const add = (index: number) => {
    wanted.current = index;
    onChange(options.toSpliced(index, 0, newOption()));
  };
  return {
    list,
    add,
    /** Moves to the next option if that is empty, as the first ones of a new field are. */
    goOn: (index: number) => {
      if (options[index]?.name.trim() === '') focusOn(index);
      else add(index);
    },
    /** Notes which option may be deleted next, by whomever: the focus then moves to the one before it. */
    willGo: (option: BuilderOption) => {
      leaving.current = { option, index: options.indexOf(option) };
    },
    remove: (index: number) => onChange(options.toSpliced(index, 1)),
  };
}

function renamedText(was: string): string {
  return `Whoever chose ‘${was}’ has this instead once you save, and keeps the place. If you mean something else, add another option.`;
}

interface OptionProps {
  index: number;
  attempts: number;
  name: string;
  value: string;
  message: string | undefined;
  /** Says what happens to answers. */
  note: string;
  onChange: (text: string) => void;
  onEnter: () => void;
  onDelete: () => void;
}

function Option({ index, attempts, name, value, note, onChange, onEnter, onDelete, ...rest }: OptionProps) {
  const id = useId();
  const messages = useDueMessages(attempts);
  const message = messages.isDue('name') ? rest.message : undefined;
  return (
    <div className={styles.option}>
      <input
        aria-label="Option name"
        className={fields.input}
        data-option={index}
        name={name}
        value={value}
        autoComplete="off"
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? id : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={() => messages.leave('name')}
        onKeyDown={(event) => {
          if (!isEnter(event) || value.trim() === '') return;
          event.preventDefault();
          onEnter();
        }}
      />
      <IconButton label="Delete option" onClick={onDelete}>
        <X size={18} />
      </IconButton>
      <p id={id} className={fields.message} hidden={!message}>
        {message}
      </p>
      <div role="status">{note && <p className={panel.note}>{note}</p>}</div>
    </div>
  );
}

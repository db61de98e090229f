import type { KeyboardEvent } from 'react';
import type { IconType } from '../icon.tsx';
import { X } from '../icons.tsx';
import { ArrowDown, ArrowUp, RotateCcw, Trash2, Undo2 } from './icons.tsx';
import type { ListedFile, NewFile } from './upload-list.ts';
import icon from '../icon-button.module.css';
import styles from './upload-field.module.css';

export interface RowActions {
  toggle: (item: ListedFile) => void;
  cancel: (item: NewFile) => void;
  retry: (item: NewFile) => void;
  remove: (item: NewFile) => void;
}

export function UploadActions({ item, toggle, cancel, retry, remove }: RowActions & { item: ListedFile }) {
  const { name } = item;
  if (item.kind === 'existing') {
    const [icon, verb] = item.dropped ? [Undo2, 'Keep'] : [Trash2, 'Remove'];
    return <Action {...{ icon, verb, name }} onPress={() => toggle(item)} />;
  }
  const { state } = item;
  if (state.step === 'waiting' || state.step === 'sending') {
    return <Action icon={X} verb="Cancel" name={name} onPress={() => cancel(item)} />;
  }
  return (
    <>
      {state.step === 'failed' && state.canRetry && (
        <Action icon={RotateCcw} verb="Retry" name={name} onPress={() => retry(item)} />
      )}
      <Action
        icon={Trash2}
        verb="Remove"
        name={name}
        disabled={state.step === 'removing'}
        onPress={() => remove(item)}
      />
    </>
  );
}

interface OrderButtonsProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  move: (by: 1 | -1) => void;
}

export function OrderButtons({ name, isFirst, isLast, move }: OrderButtonsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? -1 : 1);
  };
  const up = { icon: ArrowUp, name: `${name} up`, disabled: isFirst, onPress: () => move(-1) };
  const down = { icon: ArrowDown, name: `${name} down`, disabled: isLast, onPress: () => move(1) };
  return (
    <span className={styles.order}>
      <Action verb="Move" {...up} iconOnly onKeyDown={onKeyDown} />
      <Action verb="Move" {...down} iconOnly onKeyDown={onKeyDown} />
    </span>
  );
}

interface ActionProps {
  icon: IconType;
  verb: string;
  name: string;
  iconOnly?: boolean;
  /** Without losing the focus. */
  disabled?: boolean;
  onPress: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

function Action({ icon: Icon, verb, name, iconOnly = false, disabled = false, onPress, onKeyDown }: ActionProps) {
  return (
    <button
      type="button"
      className={`${icon.icon} ${styles.action}`}
      aria-label={`${verb} ${name}`}
      data-verb={verb}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onPress}
      onKeyDown={onKeyDown}
    >
      <Icon size={18} />
      {!iconOnly && <span>{verb}</span>}
    </button>
  );
}

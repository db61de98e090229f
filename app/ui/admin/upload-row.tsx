import { type PointerEvent, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { hasThumbnail } from '../../domain/files/image-types.ts';
import type { StoredFile } from '../../domain/files/stored-file.ts';
import { X, type IconType } from '../icons.tsx';
import * as icon from '../icon-button.module.css';
import { GripVertical, FileIcon, ImageIcon, ArrowDown, ArrowUp, RotateCcw, Trash2, Undo2 } from './icons.tsx';
import { isNew, isUploading, type ListedFile, type NewFile } from './upload-list.ts';
import * as styles from './upload-field.module.css';

interface UploadRowProps extends RowActions {
  item: ListedFile;
  order?: RowOrder | undefined;
}

interface RowOrder {
  isFirst: boolean;
  isLast: boolean;
  isDragged: boolean;
  move: (by: 1 | -1) => void;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

export function UploadRow({ item, order, ...actions }: UploadRowProps) {
  return (
    <li className={styles.row} data-id={item.id} data-dragged={order?.isDragged || undefined}>
      {order && (
        <span className={styles.grip} onPointerDown={order.onPointerDown}>
          <GripVertical size={20} />
        </span>
      )}
      <FileThumbnail item={item} />
      <div className={styles.about}>
        <FileName item={item} />
        <Progress item={item} />
      </div>
      <div className={styles.actions}>
        {order && <OrderButtons name={item.name} {...order} />}
        <UploadActions item={item} {...actions} />
      </div>
    </li>
  );
}

function FileName({ item: { name, state } }: { item: ListedFile }) {
  if (state.step === 'dropped') {
    return (
      <p className={styles.name}>
        <s>{name}</s>
        <span className={styles.status}>Removed when you save</span>
      </p>
    );
  }
  // The file opens in a new tab, because a form is open in this one.
  const isShown = state.step === 'done' || (state.step === 'saved' && /^(\/files\/|https?:)/.test(state.file.url));
  return (
    <p className={styles.name}>
      {isShown ? (
        <a href={state.file.url} target="_blank" rel="noopener noreferrer">
          {name}
        </a>
      ) : (
        name
      )}
    </p>
  );
}

function Progress({ item: { name, state } }: { item: ListedFile }) {
  if (state.step === 'failed') return <p className={styles.failure}>{state.message}</p>;
  if (state.step === 'done') return state.note ? <p className={styles.failure}>{state.note}</p> : null;
  if (state.step === 'removing') return <p className={styles.status}>Removing…</p>;
  if (state.step === 'waiting') return <p className={styles.status}>Waiting</p>;
  if (state.step !== 'sending') return null;
  const { percent } = state;
  // Everything has been sent; the site is now checking the file and making smaller copies.
  if (percent === 100) return <p className={styles.status}>Preparing…</p>;
  return (
    <div className={styles.progress}>
      <progress max={100} value={percent} aria-label={`Uploading ${name}`} />
      <span aria-hidden>{percent}%</span>
    </div>
  );
}

function FileThumbnail({ item }: { item: ListedFile }) {
  const [failures, setFailures] = useState(0);
  const isImage = hasThumbnail(item.name);
  const source = isImage ? sourcesOf(item)[failures] : undefined;
  const Icon = isImage ? ImageIcon : FileIcon;
  const element = useRef<HTMLImageElement>(null);
  // An image that failed before hydration fires no error event any more.
  useEffect(() => {
    const { current } = element;
    if (current?.complete && current.naturalWidth === 0) setFailures(failures + 1);
  }, [failures]);
  return (
    <span className={styles.thumbnail}>
      {source === undefined ? (
        <Icon size={24} />
      ) : (
        <img
          key={source}
          ref={element}
          src={source}
          alt=""
          draggable={false}
          onError={() => setFailures(failures + 1)}
        />
      )}
    </span>
  );
}

function sourcesOf({ state, chosen }: ListedFile): string[] {
  const isStored = state.step === 'saved' || state.step === 'dropped' || state.step === 'done';
  const stored = isStored ? [...smallCopy(state.file), state.file.url] : [];
  // A chosen file is shown at once; a TIFF can only be shown once the site has converted it.
  return chosen ? [chosen.preview, ...stored] : stored;
}

function smallCopy({ path, url }: StoredFile): string[] {
  return path !== undefined && url.startsWith('/files/') ? [`/files/${path}/640.webp`] : [];
}

interface RowActions {
  toggle: (item: ListedFile) => void;
  cancel: (item: NewFile) => void;
  retry: (item: NewFile) => void;
  remove: (item: NewFile) => void;
}

function UploadActions({ item, toggle, cancel, retry, remove }: RowActions & { item: ListedFile }) {
  const { name, state } = item;
  if (!isNew(item)) {
    const [icon, verb] = state.step === 'dropped' ? [Undo2, 'Keep'] : [Trash2, 'Remove'];
    return <Action icon={icon} verb={verb} name={name} onPress={() => toggle(item)} />;
  }
  if (isUploading(item)) return <Action icon={X} verb="Cancel" name={name} onPress={() => cancel(item)} />;
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

function OrderButtons({ name, isFirst, isLast, move }: RowOrder & { name: string }) {
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

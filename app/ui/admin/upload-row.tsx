import { type PointerEvent, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { hasThumbnail } from '../../domain/files/image-types.ts';
import type { StoredFile } from '../../domain/files/stored-file.ts';
import { X, type IconType } from '../icons.tsx';
import * as icon from '../icon-button.module.css';
import { GripVertical, FileIcon, ImageIcon, ArrowDown, ArrowUp, RotateCcw, Trash2, Undo2 } from './icons.tsx';
import type { ListedFile, NewFile } from './upload-list.ts';
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

function FileName({ item }: { item: ListedFile }) {
  const { name } = item;
  if (item.kind === 'existing' && item.dropped) {
    return (
      <p className={styles.name}>
        <s>{name}</s>
        <span className={styles.status}>Removed when you save</span>
      </p>
    );
  }
  const url = addressOf(item);
  return (
    <p className={styles.name}>
      {url === undefined ? (
        name
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {name}
        </a>
      )}
    </p>
  );
}

/** Where the stored file can be looked at, in a new tab: a form is open in this one. */
function addressOf(item: ListedFile): string | undefined {
  if (item.kind === 'new') return item.state.step === 'done' ? item.state.file.url : undefined;
  return /^(\/files\/|https?:)/.test(item.file.url) ? item.file.url : undefined;
}

function Progress({ item }: { item: ListedFile }) {
  if (item.kind === 'existing') return null;
  const { state } = item;
  if (state.step === 'failed') return <p className={styles.failure}>{state.message}</p>;
  if (state.step === 'done') return state.note ? <p className={styles.failure}>{state.note}</p> : null;
  if (state.step === 'removing') return <p className={styles.status}>Removing…</p>;
  if (state.step === 'waiting') return <p className={styles.status}>Waiting</p>;
  const { percent } = state;
  // All of it has left; the site looks at it and makes its smaller copies.
  if (percent === 100) return <p className={styles.status}>Preparing…</p>;
  return (
    <div className={styles.progress}>
      <progress max={100} value={percent} aria-label={`Uploading ${item.name}`} />
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
  // What failed before the page came alive is not reported any more.
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

function sourcesOf(item: ListedFile): string[] {
  if (item.kind === 'existing') return [...smallCopy(item.file), item.file.url];
  const stored = item.state.step === 'done' ? [...smallCopy(item.state.file), item.state.file.url] : [];
  // What was chosen is shown at once; a TIFF only as what became of it.
  return [item.preview, ...stored];
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

function OrderButtons({ name, isFirst, isLast, move }: OrderButtonsProps) {
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

import type { PointerEvent } from 'react';
import { GripVertical } from './icons.tsx';
import { FileThumbnail } from './file-thumbnail.tsx';
import { OrderButtons, UploadActions, type RowActions } from './upload-actions.tsx';
import type { ListedFile } from './upload-list.ts';
import styles from './upload-field.module.css';

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
        <span className={styles.status}>Goes when you save</span>
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

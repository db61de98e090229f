import { useContext, useId, useLayoutEffect, useRef, useState, type ClipboardEvent } from 'react';
import type { Wanted } from '../../domain/uploads/check-upload.ts';
import type { StoredFile } from '../../domain/files/stored-file.ts';
import * as styles from './upload-field.module.css';
import { isFailed, presentFile, type ListedFile, type NewFile, newFile, useUploadList } from './upload-list.ts';
import { UploadLimitsContext, useUploadState } from './upload-context.ts';
import { UploadRow } from './upload-row.tsx';
import { UploadZone } from './upload-zone.tsx';
import { useOrder } from './use-order.ts';
import type { Bound } from './use-record-form.ts';
import { inBackground } from '../in-background.ts';

interface UploadFieldProps {
  /**
   * Its name is that of the hidden input that holds the resulting StoredFile record(s) as JSON: null or [] when there is
   * none. What the value becomes later is ignored, until the form begins anew.
   */
  field: Pick<Bound<StoredFile | StoredFile[] | null>, 'name' | 'label' | 'value'>;
  mode: 'single' | 'multi';
  accept: Wanted;
  sortable?: boolean;
}

/** product.md 2, Uploads. Files are uploaded at once; a deletion counts once the record is saved. */
export function UploadField(props: UploadFieldProps) {
  return <Uploads key={useUploadState().round} {...props} />;
}

function Uploads({ field: { name, label, value: initial }, mode, accept, sortable = false }: UploadFieldProps) {
  const id = useId();
  const { report } = useUploadState();
  const limits = useContext(UploadLimitsContext);
  const uploads = useUploadList({ initial, wanted: accept, limits });
  const { list, attached, failed, busy, announce } = uploads;
  const [refusal, setRefusal] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const value = mode === 'single' ? (attached[0] ?? null) : attached;
  // At once, not after the paint: the very next key may be the one that closes the form.
  useLayoutEffect(() => {
    report(name, { value: mode === 'single' ? (attached[0] ?? null) : attached, busy, failed });
  }, [report, name, mode, attached, busy, failed]);

  const refuse = (message: string) => {
    setRefusal(message);
    announce(message);
  };
  const add = (files: File[]) => {
    if (files.length === 0) return;
    const present = mode === 'single' ? presentFile(list) : undefined;
    if (present) return refuse(`Only one file can be attached here. Remove ‘${present.name}’ first.`);
    if (mode === 'single' && files.length > 1) return refuse('Only one file can be attached here, so none was taken.');
    setRefusal(undefined);
    // What failed makes way for the next try.
    if (mode === 'single') for (const item of list) if (isFailed(item)) uploads.forget(item);
    uploads.add(files.map(newFile));
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  };
  const toggle = (item: ListedFile) => {
    const present = mode === 'single' ? presentFile(list) : undefined;
    if (present && present !== item)
      return refuse(`Only one file can be attached here. Remove ‘${present.name}’ first.`);
    setRefusal(undefined);
    uploads.toggle(item);
  };
  /** The button that was pressed goes; the focus stays in the field. */
  const leaving = (act: (item: NewFile) => void) => (item: NewFile) => {
    setRefusal(undefined);
    act(item);
    input.current?.focus();
  };

  const order = useOrder(rows, (one, to) => {
    const item = list.find((some) => some.id === one);
    if (item) uploads.move(item, to);
  });

  return (
    <div className={styles.field} onPaste={onPaste}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <UploadZone
        {...{ id, mode, accept, input }}
        describedBy={refusal && `${id}-refusal`}
        isTaken={mode === 'single' && presentFile(list) !== undefined}
        onFiles={add}
        onRefused={refuse}
      >
        <p id={`${id}-refusal`} className={styles.failure} hidden={!refusal}>
          {refusal}
        </p>
        {list.length > 0 && (
          <ul ref={rows} role="list" className={styles.rows} aria-label="Files">
            {list.map((item, at) => (
              <UploadRow
                key={item.id}
                {...{ item, toggle, retry: uploads.retry }}
                cancel={leaving(uploads.cancel)}
                remove={leaving((one) => inBackground(uploads.remove(one)))}
                order={
                  sortable && list.length > 1
                    ? {
                        isFirst: at === 0,
                        isLast: at === list.length - 1,
                        isDragged: order.dragged === item.id,
                        move: (by) => uploads.move(item, at + by),
                        onPointerDown: order.onPointerDown(item),
                      }
                    : undefined
                }
              />
            ))}
          </ul>
        )}
      </UploadZone>
      <input type="hidden" name={name} value={JSON.stringify(value)} />
      <div className="visually-hidden" aria-live="polite">
        {uploads.announcement}
      </div>
    </div>
  );
}

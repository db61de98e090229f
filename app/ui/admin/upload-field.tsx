import { useId, useState, type ChangeEvent } from 'react';
import type { StoredFile } from '../../domain/uploads/stored-file.ts';
import styles from './fields.module.css';
import { useUploadState } from './upload-state.ts';

interface UploadFieldProps {
  /** The accessible name, exactly. */
  label: string;
  /** Of the hidden input that holds the resulting StoredFile record(s) as JSON: null or [] when there is none. */
  name: string;
  mode: 'single' | 'multi';
  accept: 'image' | 'any';
  initial: StoredFile | StoredFile[] | null;
}

/** Files attached to a record: each is uploaded as soon as it is chosen, and reported to the form around it. */
export function UploadField({ label, name, mode, accept, initial }: UploadFieldProps) {
  const id = useId();
  const { report } = useUploadState();
  const [value, setValue] = useState(initial);
  const [message, setMessage] = useState<string>();

  async function upload(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const chosen = [...(event.currentTarget.files ?? [])];
    report(name, value, true);
    setMessage(undefined);
    try {
      const files = await Promise.all(chosen.map(put));
      const next = mode === 'single' ? (files[0] ?? null) : [...(Array.isArray(value) ? value : []), ...files];
      setValue(next);
      report(name, next, false);
    } catch (error) {
      setMessage(error instanceof Error ? error.message : String(error));
      report(name, value, false);
    }
  }

  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        multiple={mode === 'multi'}
        accept={accept === 'image' ? 'image/*' : undefined}
        onChange={(event) => void upload(event)}
      />
      <input type="hidden" name={name} value={JSON.stringify(value)} />
      {message && (
        <p className={styles.message} role="alert">
          {message}
        </p>
      )}
    </div>
  );
}

async function put(file: File): Promise<StoredFile> {
  const answer = await fetch(`/api/uploads/${crypto.randomUUID()}?name=${encodeURIComponent(file.name)}`, {
    method: 'PUT',
    body: file,
  });
  if (!answer.ok) throw new Error(`‘${file.name}’ could not be uploaded.`);
  return answer.json();
}

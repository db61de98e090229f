import { useEffect, type FormEvent } from 'react';
import { slideshow, type SlideshowRecord } from '../../../domain/slideshow.ts';
import type { StoredFile } from '../../../domain/uploads/stored-file.ts';
import { ConflictPanel, LeftOutPanel, Notices } from '../../../ui/admin/notices.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useUnsavedGuard } from '../../../ui/admin/unsaved-guard.tsx';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import { UploadStateContext } from '../../../ui/admin/upload-context.ts';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './slideshow-form.module.css';

interface SlideshowValues {
  files: StoredFile[];
}

const LABELS = { files: 'Upload images for homepage slideshow' };

interface SlideshowFormProps {
  opened: SlideshowRecord;
  onDirty: (isDirty: boolean) => void;
  onSaved: (version: number) => void;
}

export function SlideshowForm({ opened, onDirty, onSaved }: SlideshowFormProps) {
  const form = useRecordForm<SlideshowValues, SlideshowRecord>({
    initial: { files: opened.files },
    version: opened.version,
    schema: slideshow.schema,
    payload: (input, version) => ({ verb: 'replace', version, input }),
    fromRecord: ({ files, version }) => ({ values: { files }, version }),
    onSaved: ({ version }) => {
      say('The slideshow was saved');
      form.uploads.restart();
      if (version !== undefined) onSaved(version);
    },
  });
  const guard = useUnsavedGuard(form.isDirty);
  useEffect(() => onDirty(form.isDirty), [onDirty, form.isDirty]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <p className={styles.note}>
        The slideshow begins with the picture that comes with the site; these follow in the order below.
      </p>
      <UploadStateContext value={form.uploads}>
        <UploadField
          key={form.uploads.round}
          label={LABELS.files}
          name="files"
          mode="multi"
          accept="image"
          initial={form.values.files}
          sortable
        />
      </UploadStateContext>
      <div className={styles.bar}>
        <Notices problem={form.problem} offline="What you chose stays here: save it once you are back online.">
          {form.conflict && <ConflictPanel form={form} conflict={form.conflict} labels={LABELS} />}
          <LeftOutPanel form={form} />
        </Notices>
        {!form.conflict && (
          <Button type="submit" aria-disabled={form.saving || form.uploads.busy || undefined}>
            {form.saving ? 'Saving…' : 'Save'}
          </Button>
        )}
        <p role="status">
          {form.uploads.busy ? 'You can save once the uploads are done.' : form.isDirty && 'There are unsaved changes.'}
        </p>
      </div>
      {guard.element}
    </form>
  );
}

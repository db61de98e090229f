import type { FormEvent, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ConflictPanel, LeftOutPanel, Notices } from './notices.tsx';
import * as styles from './save-bar.module.css';
import { useUnsavedGuard } from './unsaved-guard.tsx';
import { UploadStateContext } from './upload-context.ts';
import type { RecordForm } from './use-record-form.ts';

interface SaveFormProps<Values extends object> {
  form: RecordForm<Values>;
  className: string | undefined;
  /** The class of what stands below the fields; where it is left out, that stays in sight while they are scrolled. */
  barClass?: string | undefined;
  offline: string;
  /** The button is until there is something to save. */
  quiet?: boolean;
  children: ReactNode;
}

/** On a screen of its own rather than in a dialog: it stays after it was saved. */
export function SaveForm<Values extends object>(props: SaveFormProps<Values>) {
  const { form, className, barClass = styles.bar, offline, quiet = false, children } = props;
  const { isDirty, saving, uploads, conflict } = form;
  const guard = useUnsavedGuard(isDirty);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form className={className} onSubmit={onSubmit} noValidate>
      <UploadStateContext value={uploads}>{children}</UploadStateContext>
      <div className={barClass}>
        <Notices problem={form.problem} offline={offline}>
          {conflict && <ConflictPanel form={form} conflict={conflict} />}
          <LeftOutPanel form={form} />
        </Notices>
        {!conflict && (
          <Button type="submit" quiet={quiet && !isDirty} aria-disabled={saving || uploads.busy || undefined}>
            {saving ? 'Saving…' : 'Save'}
          </Button>
        )}
        <p role="status">
          {uploads.busy ? 'You can save once the uploads are done.' : isDirty && 'There are unsaved changes.'}
        </p>
      </div>
      {guard.element}
    </form>
  );
}

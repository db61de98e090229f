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
  /** The class of the bar below the fields. By default, the bar stays in sight while the fields are scrolled. */
  barClass?: string | undefined;
  offline: string;
  /** Draws the button quietly until there is something to save. */
  quiet?: boolean;
  children: ReactNode;
}

/** A record's form on its own screen instead of in a dialog: it stays open after saving. */
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

import { useId, type FormEvent, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { AskFirst, Dialog, DialogBody, SaveBar } from '../dialog.tsx';
import { ConflictPanel, LeftOutPanel, Notices } from './notices.tsx';
import { onEnterKey } from './enter-key.ts';
import { useUnsavedGuard } from './unsaved-guard.tsx';
import { UploadStateContext } from './upload-context.ts';
import type { RecordForm } from './use-record-form.ts';
import * as styles from '../dialog.module.css';

interface RecordDialogProps<Values extends object> {
  title: string;
  form: RecordForm<Values>;
  submitLabel: string;
  /** Closes without saving; 'Cancel' unless that word could also mean something else here. */
  closeLabel?: string;
  onClose: () => void;
  /** For more than a few fields: Enter moves to the next one, and saves only with Ctrl or ⌘. */
  long?: boolean;
  /** Fields are in two columns where there is room. */
  wide?: boolean;
  /** What is typed is sent to somebody instead of saved. */
  sends?: boolean;
  /** Further buttons for what is typed, beside the usual ones. */
  actions?: ReactNode;
  /** What went wrong with `actions`. */
  notices?: ReactNode;
  children: ReactNode;
}

/** Asks before discarding unsaved changes, and stays open until saving has succeeded. */
export function RecordDialog<Values extends object>(props: RecordDialogProps<Values>) {
  const { title, form, submitLabel, closeLabel = 'Cancel', onClose, long: isLong = false, children } = props;
  const { sends: isSent = false, wide = false, actions, notices } = props;
  const busyLabel = isSent ? 'Sending…' : 'Saving…';
  const formId = useId();
  const guard = useUnsavedGuard(form.isDirty, { goesWithHash: true });
  const close = () => guard.leave(onClose);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    focusFirst(event.currentTarget, form.submit());
  };

  return (
    <Dialog title={title} onClose={close} wide={wide}>
      <form
        id={formId}
        className={styles.form}
        onSubmit={onSubmit}
        onKeyDown={(event) => onEnterKey(event, isLong)}
        noValidate
      >
        <DialogBody>
          <UploadStateContext value={form.uploads}>{children}</UploadStateContext>
        </DialogBody>
        <SaveBar>
          <Notices problem={form.problem}>
            {form.conflict && <ConflictPanel form={form} conflict={form.conflict} />}
            <LeftOutPanel form={form} />
            <div role="status">{form.isBack && <p>What you typed before is back, but not saved yet.</p>}</div>
            {notices}
          </Notices>
          {isLong && !form.conflict && !form.uploads.busy && <SaveKeys verb={isSent ? 'sends' : 'saves'} />}
          {form.uploads.busy && <output>You can save once the uploads are done.</output>}
          <Button quiet onClick={close}>
            {closeLabel}
          </Button>
          {actions}
          {!form.conflict && (
            <Button
              type="submit"
              aria-keyshortcuts="Control+Enter Meta+Enter"
              aria-disabled={form.saving || form.uploads.busy || undefined}
            >
              {form.saving ? busyLabel : submitLabel}
            </Button>
          )}
        </SaveBar>
      </form>
      {form.asking && <AskFirst {...form.asking} go={form.agree} onClose={form.disagree} />}
      {guard.element}
    </Dialog>
  );
}

function SaveKeys({ verb }: { verb: string }) {
  const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return (
    <p className={styles.keys}>
      <kbd>{isApple ? '⌘' : 'Ctrl'}</kbd> + <kbd>Enter</kbd> {verb}
    </p>
  );
}

function focusFirst(form: HTMLFormElement, wrong: string[]): void {
  const fields = new Set(wrong.map((path) => fieldOf(form, path)));
  const first = [...form.elements].find((element) => fields.has(element));
  if (!(first instanceof HTMLElement)) return;
  unfold(first);
  first.focus();
}

function unfold(element: HTMLElement): void {
  const fold = element.closest('details');
  if (fold) fold.open = true;
}

function fieldOf(form: HTMLFormElement, path: string): Element | undefined {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length--) {
    const found = form.elements.namedItem(parts.slice(0, length).join('.'));
    const field = found instanceof RadioNodeList ? found[0] : found;
    if (field instanceof HTMLElement) return field;
  }
  return undefined;
}

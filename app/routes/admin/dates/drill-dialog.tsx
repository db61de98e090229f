import { DRILL_STEPS } from '../../../domain/drills/drill-steps.ts';
import { z } from '../../../domain/zod.ts';
import { BoundTextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { Button } from '../../../ui/button.tsx';
import * as styles from './dates.module.css';

const LABELS = { code: 'Code' };

const schema = z.object({ code: z.string().trim().min(1, 'Please enter the code that is printed at the end') });

interface SheetFacts {
  club: string;
  address: string;
  version: string;
  /** 'Nov 20, 2026'; empty if there is none. */
  lastBackup: string;
}

/** The sheet by which a second officer restores a backup elsewhere, and the code that says they did. */
export function DrillDialog({ facts, onClose }: { facts: SheetFacts; onClose: () => void }) {
  const form = useRecordForm({
    labels: LABELS,
    initial: { code: '' },
    schema,
    payload: (input) => z.object({ code: z.string() }).parse(input),
    action: '/admin/dates/drills',
    onSaved: () => {
      say('Your practice is recorded. Thank you!');
      onClose();
    },
  });
  return (
    <RecordDialog
      title="Practise"
      submitLabel="Save"
      closeLabel="Close"
      actions={
        <Button quiet onClick={() => print()}>
          Print
        </Button>
      }
      form={form}
      onClose={onClose}
    >
      <Sheet {...facts} />
      <BoundTextField field={form.bind('code')} hint="It is printed at the end, such as 7KQM-X2BD" required />
    </RecordDialog>
  );
}

function Sheet({ club, address, version, lastBackup }: SheetFacts) {
  return (
    <article className={styles.sheet} aria-label="The sheet">
      <h3 tabIndex={-1} data-autofocus>
        Restoring the site of {club}
      </h3>
      <p>
        {lastBackup ? `The latest good backup is from ${lastBackup}.` : 'There is no backup yet: take one first.'} The
        site is Clubroom {version}, at {address}. It takes about ten minutes; no mail is sent, and the site itself keeps
        running.
      </p>
      <ol role="list">
        {DRILL_STEPS.map(({ says, command }) => (
          <li key={says}>
            <span className={styles.box} aria-hidden />
            <div>
              {says}
              {command && <pre>{command}</pre>}
            </div>
          </li>
        ))}
      </ol>
      <p className={styles.lines}>
        <span>Code</span>
        <span>Name</span>
        <span>Date</span>
      </p>
    </article>
  );
}

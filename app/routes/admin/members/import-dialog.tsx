import { useState, type ReactNode } from 'react';
import { DATE_ORDERS, type DateOrder } from '../../../domain/members/read-csv.ts';
import { Dialog, DialogBody, SaveBar } from '../../../ui/dialog.tsx';
import { Notices } from '../../../ui/admin/notices.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useProblem, useSend, type Saved } from '../../../ui/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import * as fields from '../../../ui/form/field.module.css';
import { inBackground } from '../../../ui/in-background.ts';
import type { action as importAction } from './import.ts';
import { IMPORT_ADDRESS, MOST_CSV_BYTES, PREVIEW_ADDRESS } from './members-address.ts';
import * as styles from './members.module.css';
import type { action as previewAction } from './preview.ts';

type Preview = Saved<typeof previewAction>;

/** Some of it for marks that are sent as two. */
const MOST_FILE_BYTES = MOST_CSV_BYTES - 100_000;
const TOO_LARGE = `This file is larger than ${(MOST_FILE_BYTES / 1_000_000).toLocaleString('en')} MB. Please import it in parts.`;

const ORDERS: Record<DateOrder, string> = {
  'month first': 'Month first: 08/31/2026',
  'day first': 'Day first: 31/08/2026',
};

/** Shows what would be done before anything is. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState<string>();
  const [order, setOrder] = useState<DateOrder>();
  const [preview, setPreview] = useState<Preview>();
  const [refusal, setRefusal] = useState<string>();
  const [problem, setProblem] = useProblem();
  const look = useSend<typeof previewAction>((answer) => (answer.ok ? setPreview(answer) : setProblem(answer)), {
    action: PREVIEW_ADDRESS,
  });
  const importing = useSend<typeof importAction>(
    (answer) => {
      if (!answer.ok) return setProblem(answer);
      say(`${amount(answer.added + answer.changed)} imported`);
      return onClose();
    },
    { action: IMPORT_ADDRESS },
  );
  const ask = (file: string, dates: DateOrder | undefined) => {
    setProblem(undefined);
    setPreview(undefined);
    look.send({ text: file, ...(dates && { order: dates }) });
  };
  const choose = async (file: File) => {
    setRefusal(file.size > MOST_FILE_BYTES ? TOO_LARGE : undefined);
    setPreview(undefined);
    setText(undefined);
    setOrder(undefined);
    if (file.size > MOST_FILE_BYTES) return;
    const read = await file.text();
    setText(read);
    ask(read, undefined);
  };
  const isReady = preview !== undefined && !preview.asksOrder && preview.added + preview.changed > 0;
  const start = () => {
    if (!isReady || text === undefined) return;
    const { added, changed } = preview;
    importing.send({ text, ...(order && { order }), expected: { added, changed } });
  };
  return (
    <Dialog title="Import CSV" onClose={onClose}>
      <DialogBody>
        <p>
          The first line names the columns: name, email, student id, since, paid until, note, in any order. Empty cells
          and people who are not in the file change nothing.
        </p>
        <label className={styles.file}>
          <span>File</span>
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            className={fields.input}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) inBackground(choose(file));
            }}
          />
        </label>
        {refusal && <p role="alert">{refusal}</p>}
        <div role="status">{look.busy && <p>Reading the file…</p>}</div>
        {preview && (preview.asksOrder || order) && (
          <label className={styles.file}>
            <span>Dates such as 08/09/2026</span>
            <select
              className={fields.input}
              value={order ?? ''}
              onChange={({ currentTarget }) => {
                const chosen = DATE_ORDERS.find((one) => one === currentTarget.value);
                setOrder(chosen);
                if (text !== undefined) ask(text, chosen);
              }}
            >
              <option value="">Please choose</option>
              {DATE_ORDERS.map((one) => (
                <option key={one} value={one}>
                  {ORDERS[one]}
                </option>
              ))}
            </select>
          </label>
        )}
        {preview && !preview.asksOrder && <Found preview={preview} />}
      </DialogBody>
      <SaveBar>
        <Notices problem={problem} offline="Nothing can be imported before you are back online." />
        <Button quiet onClick={onClose}>
          Cancel
        </Button>
        {isReady && (
          <Button onClick={start} aria-disabled={importing.busy || undefined}>
            {importing.busy ? 'Importing…' : `Import ${amount(preview.added + preview.changed)}`}
          </Button>
        )}
      </SaveBar>
    </Dialog>
  );
}

function amount(count: number): string {
  return count.toLocaleString('en');
}

function Found({ preview: { added, changed, unchanged, notRead, changes, problems } }: { preview: Preview }) {
  return (
    <>
      <ul role="list" className={styles.counts}>
        <li>New {amount(added)}</li>
        <li>Changed {amount(changed)}</li>
        <li>Unchanged {amount(unchanged)}</li>
        <li>Not read {amount(notRead)}</li>
      </ul>
      <Lines title="Not read" lines={problems} all={notRead}>
        {({ line, reason }) => `Line ${line}: ${reason}`}
      </Lines>
      <Lines title="What changes" lines={changes} all={added + changed}>
        {({ line, name, what }) => `Line ${line}: ${name}: ${what}`}
      </Lines>
    </>
  );
}

interface LinesProps<Line> {
  title: string;
  lines: Line[];
  all: number;
  children: (line: Line) => ReactNode;
}

function Lines<Line extends { line: number }>({ title, lines, all, children }: LinesProps<Line>) {
  if (all === 0) return null;
  return (
    <section aria-label={title} className={styles.lines}>
      <h3 className={styles.heading}>{title}</h3>
      <ul role="list">
        {lines.map((one) => (
          <li key={one.line} dir="auto">
            {children(one)}
          </li>
        ))}
      </ul>
      {all > lines.length && <p>and {amount(all - lines.length)} more</p>}
    </section>
  );
}

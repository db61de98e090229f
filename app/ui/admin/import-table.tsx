import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { DATE_ORDERS, type DateOrder } from '../../domain/table-files/days.ts';
import type { FoundColumns, Places } from '../../domain/table-files/columns.ts';
import type { ImportPreview } from '../../domain/table-files/preview.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogBody, SaveBar } from '../dialog.tsx';
import * as fields from '../form/field.module.css';
import { inBackground } from '../in-background.ts';
import { useProblem, useSend } from '../use-send.ts';
import * as styles from './import-table.module.css';
import { Notices } from './notices.tsx';
import { say } from './toasts.tsx';

type PreviewAction = () => { ok: true } & ImportPreview;
type ImportCounts = Pick<ImportPreview, 'added' | 'changed'>;
type ImportAction = () => { ok: true } & ImportCounts;

/** A file, and somebody's answers about what it does not say clearly. */
interface ChosenFile {
  text: string;
  format?: string | undefined;
  order?: DateOrder | undefined;
  columns?: Places | undefined;
}

type FileAnswers = Omit<ChosenFile, 'text'>;

const ORDERS: Record<DateOrder, string> = {
  'month first': 'Month first: 08/31/2026',
  'day first': 'Day first: 31/08/2026',
};

const TABLES = '.csv,.tsv,.txt,text/csv,text/plain';

interface ImportTableProps {
  title: string;
  /** Says what the file has to contain and what the import leaves alone. */
  about: ReactNode;
  template: { name: string; content: string };
  accept?: string;
  /** Shown when the headings do not say which column is which. */
  whatIsAsked: string;
  /** Which of several formats a file has. */
  formatOf?: (file: { name: string; text: string }) => string;
  /** What new records can be imported as; the first is preselected. */
  importAs?: readonly string[];
  mostBytes: number;
  previewAddress: string;
  importAddress: string;
  /** `as`: what was chosen of `importAs`. */
  onImported?: (imported: ImportCounts, as: string | undefined) => void;
  onClose: () => void;
}

/** Takes a spreadsheet file and shows what an import would do before doing it. */
export function ImportTableDialog(props: ImportTableProps) {
  const { title, about, template, onClose, accept = TABLES, importAs } = props;
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [as, setAs] = useState(importAs?.[0]);
  const [problem, setProblem] = useProblem();
  const { chosenFile, preview, refusal, isReading, choose, answer } = useChosenFile(props, setProblem);
  const importing = useImporting(props, as, setProblem);
  const isPlain = preview !== undefined && !preview.asksColumns && !preview.asksOrder;
  const count = preview ? preview.added + preview.changed - leftOut.size : 0;
  const isReady = isPlain && !isReading && count > 0;
  const start = () => {
    if (!isReady) return;
    const { added, changed } = preview;
    const choices = { ...(importAs && { as, leftOut: [...leftOut] }), expected: { added, changed } };
    importing.send({ ...chosenFile, ...choices });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        <p>{about}</p>
        <p>
          <a download={template.name} href={`data:text/csv;charset=utf-8,${encodeURIComponent(template.content)}`}>
            Download a template
          </a>
        </p>
        <FileField
          accept={accept}
          onChoose={(file) => {
            setLeftOut(new Set());
            inBackground(choose(file));
          }}
        />
        {refusal && <p role="alert">{refusal}</p>}
        <div role="status">
          {isReading && <p>Reading the file…</p>}
          {preview?.asksColumns && <p>{props.whatIsAsked}</p>}
        </div>
        {preview && chosenFile && <Questions preview={preview} chosenFile={chosenFile} onAnswer={answer} />}
        {isPlain && importAs && <ImportAs choices={importAs} chosen={as} onChoose={setAs} />}
        {isPlain && <PreviewLists preview={preview} leftOut={leftOut} onLeaveOut={setLeftOut} />}
      </DialogBody>
      <SaveBar>
        <Notices problem={problem} offline="Nothing can be imported before you are back online." />
        <Button quiet onClick={onClose}>
          Cancel
        </Button>
        {isReady && (
          <Button onClick={start} aria-disabled={importing.busy || undefined}>
            {importing.busy ? 'Importing…' : `Import ${amount(count)}`}
          </Button>
        )}
      </SaveBar>
    </Dialog>
  );
}

type SetProblem = ReturnType<typeof useProblem>[1];

/** The chosen file with the answers about it, and what its import would do. */
function useChosenFile({ mostBytes, formatOf, previewAddress }: ImportTableProps, setProblem: SetProblem) {
  const [chosenFile, setChosenFile] = useState<ChosenFile>();
  const [preview, setPreview] = useState<ImportPreview>();
  const [refusal, setRefusal] = useState<string>();
  const asked = useRef(chosenFile);
  const look = useSend<PreviewAction>(
    (answer) => {
      // Otherwise, somebody has answered more or chosen another file meanwhile.
      if (asked.current !== chosenFile) return;
      setPreview(answer.ok ? answer : undefined);
      if (!answer.ok) setProblem(answer);
    },
    { action: previewAddress },
  );
  const ask = useEffectEvent(() => {
    if (!chosenFile || asked.current === chosenFile || look.busy) return;
    if (look.send(chosenFile)) asked.current = chosenFile;
  });
  useEffect(() => ask(), [chosenFile, look.busy]);
  const update = (next: ChosenFile | undefined) => {
    setProblem(undefined);
    setChosenFile(next);
  };
  return {
    chosenFile,
    preview,
    refusal,
    isReading: look.busy,
    choose: async (file: File) => {
      const isTooLarge = file.size > mostBytes;
      setRefusal(isTooLarge ? tooLarge(mostBytes) : undefined);
      setPreview(undefined);
      if (isTooLarge) return update(undefined);
      const text = await file.text();
      return update({ text, ...(formatOf && { format: formatOf({ name: file.name, text }) }) });
    },
    answer: (given: FileAnswers) => chosenFile && update({ ...chosenFile, ...given }),
  };
}

function useImporting(
  { importAddress, onImported, onClose }: ImportTableProps,
  as: string | undefined,
  setProblem: SetProblem,
) {
  return useSend<ImportAction>(
    (answer) => {
      if (!answer.ok) return setProblem(answer);
      say(`${amount(answer.added + answer.changed)} imported`);
      onImported?.(answer, as);
      return onClose();
    },
    { action: importAddress },
  );
}

function FileField({ accept, onChoose }: { accept: string; onChoose: (file: File) => void }) {
  return (
    <label className={styles.file}>
      <span>File</span>
      <input
        type="file"
        accept={accept}
        className={fields.input}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}

interface QuestionsProps {
  preview: ImportPreview;
  chosenFile: ChosenFile;
  onAnswer: (answered: FileAnswers) => void;
}

/** Asks what the file does not say clearly: which column is which, and which number of a date is the month. */
function Questions({ preview, chosenFile, onAnswer }: QuestionsProps) {
  return (
    <>
      {preview.columns && (
        <ColumnChoice
          found={preview.columns}
          isOpen={preview.asksColumns || chosenFile.columns !== undefined}
          onChoose={(columns) => onAnswer({ columns })}
        />
      )}
      {!preview.asksColumns && (preview.asksOrder || chosenFile.order) && (
        <OrderChoice order={chosenFile.order} onChoose={(order) => onAnswer({ order })} />
      )}
    </>
  );
}

interface ImportAsProps {
  choices: readonly string[];
  chosen: string | undefined;
  onChoose: (choice: string | undefined) => void;
}

function ImportAs({ choices, chosen, onChoose }: ImportAsProps) {
  return (
    <label className={styles.file}>
      <span>Import as</span>
      <select
        className={fields.input}
        value={chosen}
        onChange={({ currentTarget }) => onChoose(choices[currentTarget.selectedIndex])}
      >
        {choices.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}

function tooLarge(mostBytes: number): string {
  return `This file is larger than ${(mostBytes / 1_000_000).toLocaleString('en')} MB. Please import it in parts.`;
}

function amount(count: number): string {
  return count.toLocaleString('en');
}

interface ColumnChoiceProps {
  found: FoundColumns;
  isOpen: boolean;
  onChoose: (places: Places) => void;
}

/** Asks which column is which; the headings decide until somebody chooses. */
function ColumnChoice({ found: { found, columns, places }, isOpen, onChoose }: ColumnChoiceProps) {
  const id = useId();
  const known = columns.filter(({ name }) => places[name] !== undefined).map(({ label }) => label);
  const moved = (name: string, place: number): Places => {
    const { [name]: _before, ...others } = places;
    return place < 0 ? others : { ...others, [name]: place };
  };
  return (
    <details className={styles.columns} open={isOpen || undefined}>
      <summary>{known.length > 0 ? `Columns: ${known.join(', ')}` : 'Columns'}</summary>
      <div className={styles.choices}>
        {columns.map(({ name, label }) => (
          <div key={name}>
            <label htmlFor={`${id}-${name}`} className={styles.choice}>
              {label}
            </label>
            <select
              id={`${id}-${name}`}
              className={fields.input}
              value={places[name] ?? -1}
              onChange={({ currentTarget }) => onChoose(moved(name, Number(currentTarget.value)))}
            >
              <option value={-1}>None</option>
              {found.map(({ heading, example }, place) => (
                // Two columns may have the same heading and example.
                <option key={`${place} ${heading}`} value={place}>
                  {[heading || `Column ${place + 1}`, example].filter(Boolean).join(': ')}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
    </details>
  );
}

function OrderChoice({ order, onChoose }: { order: DateOrder | undefined; onChoose: (order?: DateOrder) => void }) {
  return (
    <label className={styles.file}>
      <span>Dates such as 08/09/2026</span>
      <select
        className={fields.input}
        value={order ?? ''}
        onChange={({ currentTarget }) => onChoose(DATE_ORDERS.find((one) => one === currentTarget.value))}
      >
        <option value="">Please choose</option>
        {DATE_ORDERS.map((one) => (
          <option key={one} value={one}>
            {ORDERS[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PreviewListsProps {
  preview: ImportPreview;
  leftOut: ReadonlySet<string>;
  onLeaveOut: (ids: ReadonlySet<string>) => void;
}

function PreviewLists({ preview, leftOut, onLeaveOut }: PreviewListsProps) {
  const { added, changed, unchanged, notRead, changes, problems } = preview;
  const toggle = (id: string) => onLeaveOut(leftOut.has(id) ? without(leftOut, id) : new Set([...leftOut, id]));
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
        {({ id, line, name, what }) => {
          const text = `Line ${line}: ${name}: ${what}`;
          if (id === undefined) return text;
          return (
            <label className={fields.choice}>
              <input type="checkbox" checked={!leftOut.has(id)} onChange={() => toggle(id)} />
              <span>{text}</span>
            </label>
          );
        }}
      </Lines>
    </>
  );
}

function without(ids: ReadonlySet<string>, id: string): Set<string> {
  return new Set([...ids].filter((one) => one !== id));
}

interface LinesProps<Line> {
  title: string;
  lines: Line[];
  all: number;
  children: (line: Line) => ReactNode;
}

function Lines<Line extends { line: number; id?: string }>({ title, lines, all, children }: LinesProps<Line>) {
  if (all === 0) return null;
  return (
    <section aria-label={title} className={styles.lines}>
      <h3 className={styles.heading}>{title}</h3>
      <ul role="list">
        {lines.map((one) => (
          <li key={one.id ?? one.line} dir="auto">
            {children(one)}
          </li>
        ))}
      </ul>
      {all > lines.length && <p>and {amount(all - lines.length)} more</p>}
    </section>
  );
}

import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { SiteText } from '../../../config/club.ts';
import { z } from '../../../domain/zod.ts';
import { BoundTextArea, BoundTextField } from '../../../ui/admin/fields.tsx';
import { ConflictPanel, Notices } from '../../../ui/admin/notices.tsx';
import { Preview } from '../../../ui/admin/preview.tsx';
import { say, sayFailure } from '../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { useSend } from '../../../ui/admin/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { newTab, SmartLink } from '../../../ui/smart-link.tsx';
import type { action } from './text.ts';
import * as styles from './texts.module.css';

export interface EditedText extends SiteText {
  path: string;
  fileText: string;
  /** null: as in the file. */
  text: string | null;
  version: number;
  /** Why what was saved is not shown. */
  why: string | null;
}

export function addressOf(path: string): string {
  return `/admin/texts/${encodeURIComponent(path)}`;
}

/** What is typed and not stored yet; without one nothing would be lost. */
export type Unsaved = 'changed' | 'saving';

export interface TextsReports {
  onUnsaved: (path: string, unsaved: Unsaved | undefined) => void;
  onSaved: (label: string) => void;
}

interface TextFormProps extends TextsReports {
  text: EditedText;
  /** The page where it stands; null where it is switched off. */
  page: string | null;
}

/** What others save is shown at once, unless something here would be lost by it: then saving asks. */
export function TextForm({ text, page, onUnsaved, onSaved }: TextFormProps) {
  const { path, label, version } = text;
  const [shown, setShown] = useState({ text, round: 0 });
  const [unsaved, setUnsaved] = useState<Unsaved>();
  const [wasChanged, setWasChanged] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const isGoingBack = useRef(false);
  if (version > shown.text.version && !unsaved) setShown({ text, round: shown.round + 1 });
  // From then on its button stays: the person who pressed it still has the focus there.
  if (unsaved && !wasChanged) setWasChanged(true);
  useEffect(() => onUnsaved(path, unsaved), [onUnsaved, path, unsaved]);
  useEffect(() => () => onUnsaved(path, undefined), [onUnsaved, path]);
  const back = useSend<typeof action>(
    (answer) => {
      if (!answer.ok) return sayFailure(answer.error);
      say(`‘${label}’ is the file’s text again`);
      isGoingBack.current = true;
      setUnsaved(undefined);
      const next = { ...text, text: null, version: answer.version };
      setShown((now) => ({ text: next, round: now.round + 1 }));
    },
    { action: addressOf(path), method: 'delete' },
  );
  // The button that was pressed is gone.
  useEffect(() => {
    if (isGoingBack.current) whole.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    isGoingBack.current = false;
  }, [shown.round]);
  const keepVersion = (saved: number) => {
    setShown((now) => ({ ...now, text: { ...now.text, version: saved } }));
    onSaved(label);
  };
  const editing = { opened: shown.text, why: text.why, page, wasChanged, onUnsaved: setUnsaved, onSaved: keepVersion };
  return (
    <div ref={whole} className={styles.text}>
      <Editing key={shown.round} {...editing}>
        {text.text !== null && (
          <Button quiet aria-disabled={back.busy || undefined} onClick={() => back.send({ version })}>
            Back to the file’s text
          </Button>
        )}
      </Editing>
    </div>
  );
}

/** Whether a text is right is for the configuration's own rules to say, which the server has. */
const schema = z.strictObject({ text: z.string() });

interface EditingProps extends Pick<TextFormProps, 'page'>, Pick<EditedText, 'why'> {
  opened: EditedText;
  wasChanged: boolean;
  onUnsaved: (unsaved: Unsaved | undefined) => void;
  onSaved: (version: number) => void;
  children: ReactNode;
}

function Editing({ opened, why, page, wasChanged, onUnsaved, onSaved, children }: EditingProps) {
  const { path, label, kind, fileText } = opened;
  const form = useRecordForm<{ text: string }, { text: string; version: number }, typeof action>({
    labels: { text: label },
    initial: { text: opened.text ?? fileText },
    version: opened.version,
    schema,
    payload: (input, version) => ({ version, input }),
    action: addressOf(path),
    fromRecord: ({ text, version }) => ({ values: { text }, version }),
    onSaved: ({ version }) => onSaved(version),
  });
  const { values, isDirty, problem, saving } = form;
  const whole = useRef<HTMLFormElement>(null);
  const isRefused = problem?.fields['text'] !== undefined;
  // Its message says all there is to say.
  useEffect(() => {
    if (isRefused) whole.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isRefused]);
  const unsaved = saving ? 'saving' : 'changed';
  useEffect(() => onUnsaved(isDirty ? unsaved : undefined), [onUnsaved, isDirty, unsaved]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    form.submit();
  };
  const field = form.bind('text');
  return (
    <form
      ref={whole}
      className={styles.form}
      aria-label={label}
      data-unsaved={isDirty || undefined}
      onSubmit={onSubmit}
      noValidate
    >
      <div className={styles.field}>
        {kind === 'paragraph' ? (
          <BoundTextArea field={field} rows={3} />
        ) : (
          <BoundTextField field={field} type={INPUTS[kind]} spellCheck={kind === 'line'} />
        )}
      </div>
      {why !== null && <p className={styles.why}>What was saved is not shown: this {why}.</p>}
      {values.text.trim() !== fileText && (
        <p className={styles.file}>
          In the file: <q dir="auto">{fileText}</q>
        </p>
      )}
      <Notices problem={isRefused ? undefined : problem}>
        {form.conflict && <ConflictPanel form={form} conflict={form.conflict} />}
      </Notices>
      {isDirty && <TextPreview text={opened} value={values.text.trim()} />}
      <div className={styles.buttons}>
        {wasChanged && !form.conflict && (
          <Button type="submit" quiet aria-disabled={saving || undefined}>
            {saving ? 'Saving…' : 'Save'}
          </Button>
        )}
        {children}
      </div>
      {!isDirty && page !== null && (
        <a href={spotOf(page, kind, values.text)} className={styles.see} {...newTab}>
          See it <span className="visually-hidden">at {page}</span>
        </a>
      )}
    </form>
  );
}

const INPUTS = { line: 'text', address: 'url', email: 'email' } as const;

/** The browser scrolls to the text, where it can be seen as such, and marks it. */
function spotOf(page: string, kind: EditedText['kind'], text: string): string {
  if (kind === 'address') return page;
  return `${page}#:~:text=${encodeURIComponent(text).replaceAll('-', '%2D')}`;
}

function TextPreview({ text: { kind, sentence = '{text}' }, value }: { text: EditedText; value: string }) {
  const isLink = kind === 'address' ? /^https?:\/\/./.test(value) : kind === 'email' && value.includes('@');
  if (value === '' || (kind === 'address' && !isLink)) return null;
  return (
    <Preview>
      {isLink ? (
        <SmartLink to={kind === 'email' ? `mailto:${value}` : value}>{value}</SmartLink>
      ) : (
        <p className={styles.seen}>{sentence.replace('{text}', () => value)}</p>
      )}
    </Preview>
  );
}

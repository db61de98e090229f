import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { SiteText } from '../../../config/club.ts';
import { z } from '../../../domain/zod.ts';
import { BoundTextArea, BoundTextField } from '../../../ui/admin/fields.tsx';
import { ConflictPanel, Notices } from '../../../ui/admin/notices.tsx';
import { Preview } from '../../../ui/admin/preview.tsx';
import { sayDone, say, sayFailure } from '../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { useSend } from '../../../ui/admin/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { newTab, SmartLink } from '../../../ui/smart-link.tsx';
import type { action } from './text.ts';
import styles from './texts.module.css';

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

interface TextFormProps {
  text: EditedText;
  /** The page where it stands; null where it is switched off. */
  page: string | null;
  onDirty: (path: string, isDirty: boolean) => void;
}

/** What others save is shown at once, unless something here would be lost by it: then saving asks. */
export function TextForm({ text, page, onDirty }: TextFormProps) {
  const { path, label, version } = text;
  const [shown, setShown] = useState({ text, round: 0 });
  const [isDirty, setDirty] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const isGoingBack = useRef(false);
  if (version > shown.text.version && !isDirty) setShown({ text, round: shown.round + 1 });
  useEffect(() => onDirty(path, isDirty), [onDirty, path, isDirty]);
  useEffect(() => () => onDirty(path, false), [onDirty, path]);
  const back = useSend<typeof action>(
    (answer) => {
      if (!answer.ok) return sayFailure(answer.error);
      say(`‘${label}’ is the file’s text again`);
      isGoingBack.current = true;
      setDirty(false);
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
  const onSaved = (saved: number) => setShown((now) => ({ ...now, text: { ...now.text, version: saved } }));
  return (
    <div ref={whole} className={styles.text}>
      <Editing key={shown.round} opened={shown.text} why={text.why} page={page} onDirty={setDirty} onSaved={onSaved}>
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
  onDirty: (isDirty: boolean) => void;
  onSaved: (version: number) => void;
  children: ReactNode;
}

function Editing({ opened, why, page, onDirty, onSaved, children }: EditingProps) {
  const { path, label, kind, fileText } = opened;
  const form = useRecordForm<{ text: string }, { text: string; version: number }, typeof action>({
    initial: { text: opened.text ?? fileText },
    version: opened.version,
    schema,
    payload: (input, version) => ({ version, input }),
    action: addressOf(path),
    fromRecord: ({ text, version }) => ({ values: { text }, version }),
    onSaved: ({ version }) => {
      sayDone([label], 'saved');
      onSaved(version);
    },
  });
  const { values, isDirty, problem } = form;
  const whole = useRef<HTMLFormElement>(null);
  const isRefused = problem?.fields['text'] !== undefined;
  // Its message says all there is to say.
  useEffect(() => {
    if (isRefused) whole.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isRefused]);
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    form.submit();
  };
  const bound = { label, field: form.bind('text') };
  return (
    <form ref={whole} className={styles.form} aria-label={label} onSubmit={onSubmit} noValidate>
      <div className={styles.field}>
        {kind === 'paragraph' ? (
          <BoundTextArea {...bound} rows={3} />
        ) : (
          <BoundTextField {...bound} type={INPUTS[kind]} spellCheck={kind === 'line'} />
        )}
        {why !== null && <p className={styles.why}>What was saved is not shown: this {why}.</p>}
        <Notices problem={isRefused ? undefined : problem}>
          {form.conflict && <ConflictPanel form={form} conflict={form.conflict} labels={{ text: label }} />}
        </Notices>
      </div>
      <div className={styles.save}>
        {!form.conflict && (
          <Button type="submit" quiet={!isDirty} aria-disabled={form.saving || undefined}>
            {form.saving ? 'Saving…' : 'Save'}
          </Button>
        )}
      </div>
      <div className={styles.beside}>
        <p>
          In the file: <q dir="auto">{fileText}</q>
        </p>
        {children}
        {isDirty && <TextPreview text={opened} value={values.text.trim()} />}
        {!isDirty && page !== null && (
          <a href={spotOf(page, kind, values.text)} {...newTab}>
            See it at {page}
          </a>
        )}
      </div>
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

import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { SiteText } from '../../../config/club.ts';
import { z } from '../../../domain/zod.ts';
import { BoundTextArea, BoundTextField } from '../../../ui/admin/fields.tsx';
import { ConflictPanel, Notices } from '../../../ui/admin/notices.tsx';
import { Preview } from '../../../ui/admin/preview.tsx';
import { say, sayFailure } from '../../../ui/admin/toasts.tsx';
import { useRecordForm, type RecordForm } from '../../../ui/admin/use-record-form.ts';
import { useSend } from '../../../ui/use-send.ts';
import type { Problem } from '../../../problem.ts';
import { Button } from '../../../ui/button.tsx';
import { newTab, SmartLink } from '../../../ui/smart-link.tsx';
import type { action } from './text.ts';
import * as styles from './texts.module.css';

export interface EditedText extends SiteText {
  path: string;
  fileText: string;
  /** null for the file's text. */
  text: string | null;
  version: number;
  /** Why the saved text is not shown. */
  why: string | null;
}

export function textAddress(path: string): string {
  return `/admin/texts/${encodeURIComponent(path)}`;
}

/** The state of a text that is typed and not stored; undefined if nothing would be lost. */
export type Unsaved = 'changed' | 'saving';

export interface TextsReports {
  onUnsaved: (path: string, unsaved: Unsaved | undefined) => void;
  onSaved: (label: string) => void;
}

interface TextFormProps extends TextsReports {
  text: EditedText;
  /** The page that shows the text; null if that page is switched off. */
  page: string | null;
}

/** Only the server checks texts, because it has the rules of the configuration. */
const schema = z.strictObject({ text: z.string() });

export function TextForm({ text, page, onUnsaved, onSaved }: TextFormProps) {
  const { path, label, kind, fileText } = text;
  const whole = useRef<HTMLFormElement>(null);
  const focusField = () => whole.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  const form = useRecordForm<{ text: string }, { text: string; version: number }, typeof action>({
    labels: { text: label },
    initial: { text: text.text ?? fileText },
    version: text.version,
    follows: true,
    schema,
    payload: (input, version) => ({ version, input }),
    action: textAddress(path),
    fromRecord: (current) => ({ values: { text: current.text }, version: current.version }),
    onSaved: () => onSaved(label),
  });
  const { values, isDirty, problem } = form;
  const isSaveOffered = useSaveOffered(form);
  useReport(path, form, onUnsaved);
  const isRefused = problem?.fields['text'] !== undefined;
  // The message is at the field, so the focus moves there.
  useEffect(() => {
    if (isRefused) focusField();
  }, [isRefused]);
  const back = useBack(text, (version) => {
    form.show({ text: fileText }, version);
    // The pressed button disappears, so the focus has to move.
    focusField();
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <div className={styles.text}>
      <form
        ref={whole}
        className={styles.form}
        aria-label={label}
        data-unsaved={isDirty || undefined}
        onSubmit={onSubmit}
        noValidate
      >
        <Field text={text} form={form} />
        <WhatWentWrong form={form} problem={isRefused ? undefined : problem} />
        {isDirty && <TextPreview text={text} value={values.text.trim()} />}
        <div className={styles.buttons}>
          {isSaveOffered && <SaveButton saving={form.saving} />}
          {text.text !== null && (
            <Button quiet aria-disabled={back.busy || undefined} onClick={() => back.send({ version: text.version })}>
              Back to the file’s text
            </Button>
          )}
        </div>
        {!isDirty && page !== null && <SeeIt page={page} spot={spotOf(page, kind, values.text)} />}
      </form>
    </div>
  );
}

function Field({ text: { kind, why, fileText }, form }: { text: EditedText; form: RecordForm<{ text: string }> }) {
  const field = form.bind('text');
  return (
    <>
      <div className={styles.field}>
        {kind === 'paragraph' ? (
          <BoundTextArea field={field} rows={3} />
        ) : (
          <BoundTextField field={field} type={INPUTS[kind]} spellCheck={kind === 'line'} />
        )}
      </div>
      {why !== null && <p className={styles.why}>The saved text is not shown: it {why}.</p>}
      {form.values.text.trim() !== fileText && (
        <p className={styles.file}>
          In the file: <q dir="auto">{fileText}</q>
        </p>
      )}
    </>
  );
}

function SeeIt({ page, spot }: { page: string; spot: string }) {
  return (
    <a href={spot} className={styles.see} {...newTab}>
      See it <span className="visually-hidden">at {page}</span>
    </a>
  );
}

/** Goes back to the file's text. */
function useBack({ path, label }: EditedText, onBack: (version: number | undefined) => void) {
  return useSend<typeof action>(
    (answer) => {
      if (!answer.ok) return sayFailure(answer.error);
      say(`‘${label}’ is the file’s text again`);
      return onBack(answer.version);
    },
    { action: textAddress(path), method: 'delete' },
  );
}

interface FormPartProps<Values extends object> {
  form: RecordForm<Values>;
}

interface WhatWentWrongProps<Values extends object> extends FormPartProps<Values> {
  problem: Problem | undefined;
}

export function WhatWentWrong<Values extends object>({ form, problem }: WhatWentWrongProps<Values>) {
  return <Notices problem={problem}>{form.conflict && <ConflictPanel form={form} conflict={form.conflict} />}</Notices>;
}

/** Once something was changed, the button stays, because the person who pressed it still has the focus there. */
export function useSaveOffered({ isDirty, conflict }: Pick<RecordForm<object>, 'isDirty' | 'conflict'>): boolean {
  const [wasChanged, setWasChanged] = useState(false);
  if (isDirty && !wasChanged) setWasChanged(true);
  return wasChanged && !conflict;
}

export function SaveButton({ saving }: Pick<Reporting, 'saving'>) {
  return (
    <Button type="submit" quiet aria-disabled={saving || undefined}>
      {saving ? 'Saving…' : 'Save'}
    </Button>
  );
}

/** Reports whether something is typed and not stored, and nothing once the form is gone. */
export function useReport(path: string, { isDirty, saving }: Reporting, onUnsaved: TextsReports['onUnsaved']): void {
  const unsaved = saving ? 'saving' : 'changed';
  useEffect(() => onUnsaved(path, isDirty ? unsaved : undefined), [onUnsaved, path, isDirty, unsaved]);
  useEffect(() => () => onUnsaved(path, undefined), [onUnsaved, path]);
}

type Reporting = Pick<RecordForm<object>, 'isDirty' | 'saving'>;

const INPUTS = { line: 'text', address: 'url', email: 'email' } as const;

/** An address at which the browser scrolls to the text and marks it, if the page shows the text literally. */
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

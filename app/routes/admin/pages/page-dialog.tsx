import { useRef, useState, useEffect } from 'react';
import { pages, PLACE_NAMES, type ClubPage } from '../../../domain/pages/page.ts';
import { slugFor } from '../../../domain/records/slug.ts';
import { ProblemError } from '../../../problem.ts';
import { readAnswer } from '../../../read-answer.ts';
import { faultOf } from '../../../time/club-date-time.ts';
import { BoundTextArea, BoundTextField, SelectField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { useKeyedForm } from '../../../ui/admin/use-keyed-form.ts';
import { type RecordForm } from '../../../ui/admin/use-record-form.ts';
import { VisibilityFields } from '../events/visibility-fields.tsx';
import { PAGE_LABELS, NEW_PAGE, toInput, pageValuesOf, type PageValues } from './page-values.ts';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import { Button } from '../../../ui/button.tsx';
import * as styles from './pages.module.css';
import { Preview } from '../../../ui/admin/preview.tsx';
import { inBackground } from '../../../ui/in-background.ts';
import { MarkdownText } from '../../../ui/markdown/markdown-text.tsx';

interface PageDialogProps {
  page: ClubPage | undefined;
  timeZone: string;
  onClose: () => void;
}

export function PageDialog({ page, timeZone, onClose }: PageDialogProps) {
  const form = useKeyedForm<PageValues, ClubPage>({
    labels: PAGE_LABELS,
    record: page,
    initial: NEW_PAGE,
    valuesOf: (saved) => pageValuesOf(saved, timeZone),
    nameOf: ({ title }) => title,
    schema: pages.schema,
    toInput: (values) => toInput(values, timeZone),
    question,
    onClose,
  });
  const caret = useRef<number>(undefined);
  const title = form.bind('title');
  const setTitle = (typed: string) => {
    // The address follows the title until somebody types another one.
    const isProposed = !page && form.values.slug === slugFor(form.values.title);
    title.onChange(typed);
    if (isProposed) form.bind('slug').onChange(slugFor(typed));
  };
  return (
    <RecordDialog
      title={page ? 'Edit page' : 'Add a page'}
      submitLabel={page ? 'Update page' : 'Add page'}
      form={form}
      onClose={onClose}
      long
    >
      <BoundTextField field={{ ...title, onChange: setTitle }} required />
      <BoundTextField
        field={form.bind('slug')}
        hint={addressHint(page, form.values.slug)}
        required
        autoCapitalize="none"
        spellCheck={false}
      />
      <BoundTextArea
        field={form.bind('text')}
        hint="Markdown: ## Heading, **bold**, [link](https://…), - list."
        rows={12}
        spellCheck
        onSelect={({ currentTarget }) => (caret.current = currentTarget.selectionEnd)}
      />
      <AddPicture form={form} caret={() => caret.current} />
      <TextPreview text={form.values.text} />
      <SelectField field={form.bind('where')} options={Object.values(PLACE_NAMES)} />
      <VisibilityFields
        visibility={form.bind('visibility')}
        publishAt={publishAtField(form, timeZone)}
        occurrence={form.bind('publishAtOccurrence')}
        timeZone={timeZone}
      />
    </RecordDialog>
  );
}

function addressHint(page: ClubPage | undefined, slug: string): string {
  const shown = `The page is at /${slug.replace(/^\//, '') || '…'}.`;
  return page?.slug && page.slug !== slug ? `${shown} /${page.slug} will lead there.` : shown;
}

function publishAtField({ bind, values }: RecordForm<PageValues>, timeZone: string) {
  const field = bind('publishAt');
  const fault = field.message && faultOf(values.publishAt, values.publishAtOccurrence, timeZone);
  return fault ? { ...field, message: fault.message } : field;
}

function question({ picture }: PageValues) {
  if (!picture) return undefined;
  return {
    title: 'A picture is not in the text',
    text: `‘${picture.name}’ is uploaded, but not in the text. Save without it?`,
    yes: 'Save without it',
    no: 'Go back',
  };
}

interface AddPictureProps {
  form: RecordForm<PageValues>;
  /** Where to insert the picture in the text; undefined for its end. */
  caret: () => number | undefined;
}

const MISSING = 'Please describe the picture for people who cannot see it';

/** Uploads a picture, asks for its description, and inserts it into the text. */
function AddPicture({ form, caret }: AddPictureProps) {
  const [round, setRound] = useState(0);
  const [isTried, setTried] = useState(false);
  const { picture, alt, text } = form.values;
  const put = () => {
    setTried(true);
    if (!picture || alt.trim() === '') return;
    form.bind('text').onChange(withPicture(text, markdownOf(picture.url, alt), caret()));
    form.set('picture', null);
    form.set('alt', '');
    setTried(false);
    setRound(round + 1);
  };
  const message = isTried && picture && alt.trim() === '' ? MISSING : undefined;
  return (
    <div className={styles.picture}>
      <UploadField key={round} field={{ ...form.bind('picture'), value: null }} mode="single" accept="image" />
      {picture && (
        <>
          <BoundTextField
            field={{ ...form.bind('alt'), message }}
            hint="What the image shows, for people who cannot see it."
          />
          <div>
            <Button quiet onClick={put}>
              Put into the text
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function withPicture(text: string, picture: string, at = text.length): string {
  const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()];
  return [before, picture, after].filter(Boolean).join('\n\n');
}

function markdownOf(url: string, alt: string): string {
  const described = alt
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\[\]`*_<]/g, '\\$&');
  // These characters would end the address in the text.
  const address = url.replace(/[()'!*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `![${described}](${address})`;
}

/** The pause after the last key press, in milliseconds. */
const AFTER_MS = 400;
const UNREACHED = 'The preview cannot be shown right now. What you typed is not lost.';

interface Shown {
  of: string;
  html: string;
  failure?: string;
}

/** Shows the text as on the page, shortly after it was typed. */
function TextPreview({ text }: { text: string }) {
  const [shown, setShown] = useState<Shown>({ of: '', html: '' });
  const isAsking = useRef(false);
  const isDue = text.trim() !== '' && text !== shown.of;
  useEffect(() => {
    if (!isDue || isAsking.current) return undefined;
    const timer = setTimeout(() => {
      isAsking.current = true;
      const show = (answer: Shown) => {
        isAsking.current = false;
        setShown((before) => ({ ...answer, html: answer.failure ? before.html : answer.html }));
      };
      inBackground(ask(text).then(show));
    }, AFTER_MS);
    return () => clearTimeout(timer);
    // What was typed while an answer was on its way is sent after it.
  }, [text, isDue, shown]);
  if (text.trim() === '') return null;
  return (
    <Preview>
      <div className={styles.shown} aria-busy={isDue || undefined}>
        {shown.failure && <p role="status">{shown.failure}</p>}
        {shown.html && <MarkdownText key={shown.html} html={shown.html} />}
      </div>
    </Preview>
  );
}

async function ask(text: string): Promise<Shown> {
  try {
    const answer = await fetch('/admin/pages/preview', { method: 'POST', body: JSON.stringify({ text }) });
    const { html } = await readAnswer<{ html: string }>(answer, ['html'], UNREACHED);
    return { of: text, html };
  } catch (error) {
    return { of: text, html: '', failure: error instanceof ProblemError ? error.problem.detail : UNREACHED };
  }
}

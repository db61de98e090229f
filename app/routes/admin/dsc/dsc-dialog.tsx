import { useDeferredValue, useEffect, useState } from 'react';
import { dscCards, type DscCard } from '../../../domain/dsc.ts';
import type { StoredFile } from '../../../domain/files/stored-file.ts';
import { BoundTextArea, BoundTextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import { useKeyedForm } from '../../../ui/admin/use-record-form.ts';
import { Preview } from '../../../ui/admin/preview.tsx';
import { RichHtml } from '../../../ui/rich-html.tsx';
import { inBackground } from '../../../ui/in-background.ts';

interface DscValues {
  title: string;
  text: string;
  img: StoredFile | null;
  imgAlt: string;
  position: string;
}

const LABELS = {
  title: 'Title',
  text: 'Text',
  img: 'Upload Image',
  imgAlt: 'Image Description',
  position: 'Position',
};

interface DscDialogProps {
  card: DscCard | undefined;
  position: number;
  onClose: () => void;
}

export function DscDialog({ card, position, onClose }: DscDialogProps) {
  const form = useKeyedForm({
    labels: LABELS,
    record: card,
    fresh: { title: '', text: '', img: null, imgAlt: '', position: String(position) },
    valuesOf,
    nameOf: ({ title }) => title,
    schema: dscCards.schema,
    toInput: (values) => ({ ...values, position: parsePosition(values.position) }),
    onClose,
  });
  return (
    <RecordDialog
      title={card ? 'Edit card' : 'Add a new card'}
      submitLabel={card ? 'Update card' : 'Add card'}
      {...{ form, onClose }}
      long
    >
      <BoundTextField field={form.bind('title')} required />
      <BoundTextArea
        field={form.bind('text')}
        hint="HTML: for example <p>, <strong>, <a href>, <ul>."
        rows={8}
        spellCheck
      />
      <TextPreview text={form.values.text} />
      <UploadField field={form.bind('img')} mode="single" accept="image" />
      <BoundTextField field={form.bind('imgAlt')} hint="What the image shows, for people who cannot see it." />
      <BoundTextField
        field={form.bind('position')}
        hint="A whole number. Cards with smaller ones come first."
        inputMode="numeric"
        required
      />
    </RecordDialog>
  );
}

function valuesOf({ title, text, img, imgAlt, position }: DscCard): DscValues {
  return { title, text, img, imgAlt, position: String(position) };
}

/** NaN for anything but a whole number. */
function parsePosition(typed: string): number {
  return /^[+-]?\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
}

function TextPreview({ text }: { text: string }) {
  const typed = useDeferredValue(text);
  const [html, setHtml] = useState('');
  useEffect(() => {
    let isLatest = true;
    // Only who types needs the sanitizer in the browser.
    inBackground(
      import('../../../html/sanitize-html.ts').then(({ sanitizeAnyHtml }) => {
        if (isLatest) setHtml(sanitizeAnyHtml(typed));
      }),
    );
    return () => {
      isLatest = false;
    };
  }, [typed]);
  if (text.trim() === '') return null;
  return (
    <Preview>
      <RichHtml html={html} />
    </Preview>
  );
}

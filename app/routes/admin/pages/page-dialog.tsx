import { useRef } from 'react';
import { pages, PLACE_NAMES, slugFor, type Page } from '../../../domain/pages/page.ts';
import { faultOf } from '../../../time/club-date-time.ts';
import { BoundTextArea, BoundTextField, SelectField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { useKeyedForm, type RecordForm } from '../../../ui/admin/use-record-form.ts';
import { VisibilityFields } from '../events/visibility-fields.tsx';
import { AddPicture } from './add-picture.tsx';
import { LABELS, NEW_PAGE, toInput, valuesOf, type PageValues } from './page-values.ts';
import { TextPreview } from './text-preview.tsx';

interface PageDialogProps {
  page: Page | undefined;
  timeZone: string;
  onClose: () => void;
}

export function PageDialog({ page, timeZone, onClose }: PageDialogProps) {
  const form = useKeyedForm<PageValues, Page>({
    labels: LABELS,
    record: page,
    fresh: NEW_PAGE,
    valuesOf: (saved) => valuesOf(saved, timeZone),
    nameOf: ({ title }) => title,
    schema: pages.schema,
    toInput: (values) => toInput(values, timeZone),
    question,
    onClose,
  });
  const caret = useRef<number>(undefined);
  const title = form.bind('title');
  const setTitle = (typed: string) => {
    // Until somebody has typed another.
    const isProposed = !page && form.values.slug === slugFor(form.values.title);
    title.onChange(typed);
    if (isProposed) form.bind('slug').onChange(slugFor(typed));
  };
  return (
    <RecordDialog
      title={page ? 'Edit page' : 'Add a page'}
      submitLabel={page ? 'Update page' : 'Add page'}
      {...{ form, onClose }}
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

function addressHint(page: Page | undefined, slug: string): string {
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

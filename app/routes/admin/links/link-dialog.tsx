import { links, type ShortLink } from '../../../domain/links/link.ts';
import { slugFor } from '../../../domain/records/slug.ts';
import { faultOf } from '../../../time/club-date-time.ts';
import { BoundTextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { useKeyedForm } from '../../../ui/admin/use-keyed-form.ts';
import { type RecordForm } from '../../../ui/admin/use-record-form.ts';
import { MomentField } from '../events/time-fields.tsx';
import { LINK_LABELS, linkValuesOf, NEW_LINK, toInput, type LinkValues } from './link-values.ts';

interface LinkDialogProps {
  link: ShortLink | undefined;
  timeZone: string;
  onClose: () => void;
}

export function LinkDialog({ link, timeZone, onClose }: LinkDialogProps) {
  const form = useKeyedForm<LinkValues, ShortLink>({
    labels: LINK_LABELS,
    record: link,
    initial: NEW_LINK,
    valuesOf: (saved) => linkValuesOf(saved, timeZone),
    nameOf: ({ slug }) => `/go/${slug}`,
    schema: links.schema,
    toInput: (values) => toInput(values, timeZone, link?.until ?? null),
    onClose,
  });
  const note = form.bind('note');
  const setNote = (typed: string) => {
    // The address follows the note until somebody types another one.
    const isProposed = !link && form.values.slug === slugFor(form.values.note);
    note.onChange(typed);
    if (isProposed) form.bind('slug').onChange(slugFor(typed));
  };
  return (
    <RecordDialog
      title={link ? 'Edit link' : 'Add a link'}
      submitLabel={link ? 'Save' : 'Add'}
      form={form}
      onClose={onClose}
    >
      <BoundTextField
        field={form.bind('slug')}
        hint={addressHint(link, form.values.slug)}
        required
        autoCapitalize="none"
        spellCheck={false}
      />
      <BoundTextField
        field={form.bind('url')}
        hint="Begins with https://, or with / for a page of this site."
        required
        autoCapitalize="none"
        spellCheck={false}
      />
      <BoundTextField field={{ ...note, onChange: setNote }} hint="What it is for: only officers read it." />
      <MomentField
        field={untilField(form, timeZone)}
        occurrence={form.bind('untilOccurrence')}
        hint="Leave empty to have it lead there until you remove it."
        timeZone={timeZone}
      />
    </RecordDialog>
  );
}

function addressHint(link: ShortLink | undefined, slug: string): string {
  const shown = `The link is /go/${slug.trim().replace(/^\/?(go\/)?/, '') || '…'}.`;
  return link?.slug && link.slug !== slug ? `${shown} /go/${link.slug} will lead there.` : shown;
}

function untilField({ bind, values }: RecordForm<LinkValues>, timeZone: string) {
  const field = bind('until');
  const fault = field.message && faultOf(values.until, values.untilOccurrence, timeZone);
  return fault ? { ...field, message: fault.message } : field;
}

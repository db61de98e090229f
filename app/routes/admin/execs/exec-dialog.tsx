import { EXEC_TITLES, execs, type Exec } from '../../../domain/execs.ts';
import type { StoredFile } from '../../../domain/uploads/stored-file.ts';
import { CheckboxField, SelectField, TextArea, TextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import { useKeyedForm } from '../../../ui/admin/use-keyed-form.ts';

interface ExecValues {
  name: string;
  title: string;
  isCurrentExec: boolean;
  description: string;
  image: StoredFile | null;
}

const LABELS = {
  name: 'Name',
  title: 'Title',
  isCurrentExec: 'Currently an exec?',
  description: 'Description',
  image: 'Upload Image',
};

const NEW: ExecValues = { name: '', title: 'Executive', isCurrentExec: true, description: '', image: null };

/** Adds an executive, or edits the one that is given. */
export function ExecDialog({ exec, onClose }: { exec: Exec | undefined; onClose: () => void }) {
  const form = useKeyedForm({
    record: exec,
    fresh: NEW,
    valuesOf,
    nameOf: ({ name }) => name,
    schema: execs.schema,
    onClose,
  });
  return (
    <RecordDialog
      title={exec ? 'Edit exec' : 'Add a new exec'}
      submitLabel={exec ? 'Update Exec' : 'Add Exec'}
      {...{ form, labels: LABELS, onClose }}
      long
    >
      <TextField field={form.bind('name')} label={LABELS.name} required autoComplete="off" />
      <SelectField field={form.bind('title')} label={LABELS.title} options={EXEC_TITLES} />
      <CheckboxField field={form.bind('isCurrentExec')} label={LABELS.isCurrentExec} />
      <TextArea field={form.bind('description')} label={LABELS.description} rows={6} />
      <UploadField
        key={form.uploads.round}
        label={LABELS.image}
        name="image"
        mode="single"
        accept="image"
        initial={form.values.image}
      />
    </RecordDialog>
  );
}

function valuesOf({ name, title, isCurrentExec, description, image }: Exec): ExecValues {
  return { name, title, isCurrentExec, description, image };
}

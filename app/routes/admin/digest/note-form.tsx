import { MOST_CHARACTERS, noteInput, versionOf, type StoredNote } from '../../../domain/digest/note.ts';
import { BoundTextArea } from '../../../ui/admin/fields.tsx';
import { SaveForm } from '../../../ui/admin/save-form.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import * as styles from './digest.module.css';

export function NoteForm({ note }: { note: string }) {
  const form = useRecordForm<{ note: string }, StoredNote>({
    labels: { note: 'Note' },
    initial: { note },
    version: versionOf(note),
    schema: noteInput,
    payload: (input, version) => ({ verb: 'note', version, input }),
    fromRecord: ({ note: theirs, version }) => ({ values: { note: theirs }, version }),
    onSaved: () => say('The note is saved'),
  });
  return (
    <SaveForm
      form={form}
      className={styles.note}
      barClass={styles.bar}
      quiet
      offline="Nothing can be saved before you are back online."
    >
      <BoundTextArea
        field={form.bind('note')}
        rows={6}
        hint={`Stands above the events, in the next mail only. Markdown, up to ${MOST_CHARACTERS.toLocaleString('en')} characters.`}
        spellCheck
      />
    </SaveForm>
  );
}

import { useContext } from 'react';
import { z } from 'zod';
import { OptionsField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import type { CommitteeChoice } from '../../../domain/committees/list.ts';
import { CommitteesContext } from '../club-contexts.ts';
import { say } from '../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { PEOPLE_ADDRESS } from './people-address.ts';

export function keysOf(options: CommitteeChoice['options'], names: string[]): string[] {
  return options.flatMap(({ key, name }) => (names.includes(name) ? [key] : []));
}

interface CommitteesDialogProps {
  uid: string;
  name: string;
  committees: string[];
  onClose: () => void;
}

const schema = z.object({ committees: z.array(z.string()).min(1, 'Please choose at least one committee') });

/** Gives somebody the role Committee in the chosen committees. */
export function CommitteesDialog({ uid, name, committees, onClose }: CommitteesDialogProps) {
  const { options } = useContext(CommitteesContext);
  const title = `Committees of ${name}`;
  const form = useRecordForm<{ committees: string[] }, never>({
    labels: { committees: title },
    initial: { committees: options.flatMap((one) => (committees.includes(one.key) ? [one.name] : [])) },
    schema,
    toInput: (values) => ({ committees: keysOf(options, values.committees) }),
    payload: (input) => ({ verb: 'change role', key: uid, role: 'committee', ...schema.parse(input) }),
    action: PEOPLE_ADDRESS,
    onSaved: () => {
      say(`${name} is in these committees now`);
      onClose();
    },
  });
  return (
    <RecordDialog title={title} submitLabel="Save" form={form} onClose={onClose}>
      {options.length === 0 ? (
        <p>There are no committees yet: add one first, under ‘Committees’.</p>
      ) : (
        <OptionsField field={form.bind('committees')} options={options.map((one) => one.name)} required />
      )}
    </RecordDialog>
  );
}

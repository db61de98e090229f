import { toCsv } from '../../../domain/csv.ts';
import { CSV_COLUMNS } from '../../../domain/members/download-columns.ts';
import { ImportTableDialog } from '../../../ui/admin/import-table.tsx';
import { IMPORT_ADDRESS, MOST_CSV_BYTES, PREVIEW_ADDRESS } from './members-address.ts';

/** Leaves room for characters that are sent as two. */
const MOST_FILE_BYTES = MOST_CSV_BYTES - 100_000;

export function ImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <ImportTableDialog
      title="Import CSV"
      about="The first line names the columns: name, email, student id, since, paid until, note, in any order. Empty cells change nothing, and people who are not in the file stay as they are."
      template={{ name: 'Members.csv', content: toCsv(CSV_COLUMNS, []) }}
      whatIsAsked="Please say which column is which: no heading names the email addresses."
      mostBytes={MOST_FILE_BYTES}
      previewAddress={PREVIEW_ADDRESS}
      importAddress={IMPORT_ADDRESS}
      onClose={onClose}
    />
  );
}

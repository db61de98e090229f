import { toCsv } from '../../../../domain/csv.ts';
import { MOST_FILE_BYTES } from '../../../../domain/event-import/event-file.ts';
import { formatOfFile } from '../../../../event-files/formats.ts';
import { ImportTableDialog } from '../../../../ui/admin/import-table.tsx';
import { IMPORT_ADDRESS, IMPORT_AS, PREVIEW_ADDRESS } from './import-address.ts';

const COLUMNS = ['Title', 'Start', 'End', 'Location', 'Description', 'Link'];
const [DRAFTS] = IMPORT_AS;

interface ImportEventsProps {
  /** `count` new events are drafts. */
  onDrafts: (count: number) => void;
  onClose: () => void;
}

export function ImportEventsDialog({ onDrafts, onClose }: ImportEventsProps) {
  return (
    <ImportTableDialog
      title="Import events"
      about="A calendar’s file (.ics), or a spreadsheet (.csv) whose first line names the columns: title, start, end, location, description, link, in any order. Nobody gets an email, and nothing is announced. Importing the same file again changes nothing."
      template={{ name: 'Events.csv', content: toCsv(COLUMNS, []) }}
      accept=".ics,.csv,.tsv,.txt,text/calendar,text/csv,text/plain"
      whatIsAsked="Please say which column is which: no heading names the title or the start."
      formatOf={formatOfFile}
      importAs={IMPORT_AS}
      mostBytes={MOST_FILE_BYTES}
      previewAddress={PREVIEW_ADDRESS}
      importAddress={IMPORT_ADDRESS}
      onImported={({ added }, as) => added > 0 && as === DRAFTS && onDrafts(added)}
      onClose={onClose}
    />
  );
}

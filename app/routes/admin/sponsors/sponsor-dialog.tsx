import { sponsors, type Sponsor } from '../../../domain/sponsors/sponsor.ts';
import { formOf } from '../../../domain/records/define.ts';
import { BoundTextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import { useKeyedForm } from '../../../ui/admin/use-record-form.ts';
import * as styles from './sponsors.module.css';

/** Browsers without a field for days show one for texts. */
const DAY = { type: 'date', placeholder: 'YYYY-MM-DD', max: '2999-12-31' } as const;

export function SponsorDialog({ sponsor, onClose }: { sponsor: Sponsor | undefined; onClose: () => void }) {
  const form = useKeyedForm({ ...formOf(sponsors), record: sponsor, nameOf: ({ name }) => name, onClose });
  return (
    <RecordDialog
      title={sponsor ? 'Edit sponsor' : 'Add a sponsor'}
      submitLabel={sponsor ? 'Save' : 'Add'}
      {...{ form, onClose }}
      long
    >
      <BoundTextField field={form.bind('name')} required />
      <UploadField field={form.bind('logo')} mode="single" accept="logo" />
      <BoundTextField
        field={form.bind('alt')}
        hint="What it shows, for people who cannot see it: mostly the name."
        required
      />
      <BoundTextField field={form.bind('url')} hint="Begins with https://" type="url" />
      <BoundTextField field={form.bind('tier')} hint="Such as Gold. Sponsors of one tier stand together." />
      <div className={styles.term}>
        <BoundTextField field={form.bind('from')} {...DAY} />
        <BoundTextField field={form.bind('until')} hint="The last day it is shown." {...DAY} />
      </div>
    </RecordDialog>
  );
}

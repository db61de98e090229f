import { sponsors, type Sponsor } from '../../../domain/sponsors/sponsor.ts';
import type { StoredFile } from '../../../domain/files/stored-file.ts';
import { BoundTextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import { useKeyedForm } from '../../../ui/admin/use-record-form.ts';
import styles from './sponsors.module.css';

interface SponsorValues {
  name: string;
  logo: StoredFile | null;
  alt: string;
  url: string;
  tier: string;
  from: string;
  until: string;
}

const NEW: SponsorValues = { name: '', logo: null, alt: '', url: '', tier: '', from: '', until: '' };

const LABELS = {
  name: 'Name',
  logo: 'Logo',
  alt: 'Description of the logo',
  url: 'Link',
  tier: 'Tier',
  from: 'From',
  until: 'Until',
};

/** Browsers without a field for days show one for texts. */
const DAY = { type: 'date', placeholder: 'YYYY-MM-DD', max: '2999-12-31', autoComplete: 'off' } as const;

export function SponsorDialog({ sponsor, onClose }: { sponsor: Sponsor | undefined; onClose: () => void }) {
  const form = useKeyedForm({
    record: sponsor,
    fresh: NEW,
    valuesOf,
    nameOf: ({ name }) => name,
    schema: sponsors.schema,
    onClose,
  });
  return (
    <RecordDialog
      title={sponsor ? 'Edit sponsor' : 'Add a sponsor'}
      submitLabel={sponsor ? 'Save' : 'Add'}
      {...{ form, labels: LABELS, onClose }}
      long
    >
      <BoundTextField field={form.bind('name')} label={LABELS.name} required autoComplete="off" />
      <UploadField
        key={form.uploads.round}
        label={LABELS.logo}
        name="logo"
        mode="single"
        accept="logo"
        initial={form.values.logo}
      />
      <BoundTextField
        field={form.bind('alt')}
        label={LABELS.alt}
        hint="What it shows, for people who cannot see it: mostly the name."
        required
        autoComplete="off"
      />
      <BoundTextField
        field={form.bind('url')}
        label={LABELS.url}
        hint="Begins with https://"
        type="url"
        autoComplete="off"
      />
      <BoundTextField
        field={form.bind('tier')}
        label={LABELS.tier}
        hint="Such as Gold. Sponsors of one tier stand together."
        autoComplete="off"
      />
      <div className={styles.term}>
        <BoundTextField field={form.bind('from')} label={LABELS.from} {...DAY} />
        <BoundTextField field={form.bind('until')} label={LABELS.until} hint="The last day it is shown." {...DAY} />
      </div>
    </RecordDialog>
  );
}

function valuesOf({ name, logo, alt, url, tier, from, until }: Sponsor): SponsorValues {
  return { name, logo, alt, url, tier, from, until };
}

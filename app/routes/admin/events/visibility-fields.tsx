import { VISIBILITIES, type Visibility } from '../../../domain/records/publish-at.ts';
import type { Occurrence } from '../../../time/club-date-time.ts';
import { SelectField } from '../../../ui/admin/fields.tsx';
import type { Bound } from '../../../ui/admin/use-record-form.ts';
import * as styles from './event-fields.module.css';
import { MomentField } from './time-fields.tsx';

interface VisibilityFieldsProps {
  visibility: Bound<Visibility>;
  publishAt: Bound<string>;
  occurrence: Bound<Occurrence>;
  timeZone: string;
}

const HINTS: Record<Visibility, string> = {
  Published: 'Visitors see it.',
  Draft: 'Only officers and people with the preview link see it.',
  'Publish at': 'A draft until then.',
};

export function VisibilityFields({ visibility, publishAt, occurrence, timeZone }: VisibilityFieldsProps) {
  return (
    <div className={styles.pair}>
      <SelectField field={visibility} hint={HINTS[visibility.value]} options={VISIBILITIES} />
      {visibility.value === 'Publish at' && (
        <MomentField
          field={publishAt}
          occurrence={occurrence}
          timeZone={timeZone}
          hint="It appears within half a minute of this time."
          required
        />
      )}
    </div>
  );
}

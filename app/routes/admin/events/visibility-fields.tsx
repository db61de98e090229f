import { VISIBILITIES, type Visibility } from '../../../domain/records/publish-at.ts';
import type { Occurrence } from '../../../time/club-date-time.ts';
import { SelectField } from '../../../ui/admin/fields.tsx';
import type { FieldBinding } from '../../../ui/admin/use-record-form.ts';
import * as styles from './event-fields.module.css';
import { MomentField } from './time-fields.tsx';

interface VisibilityFieldsProps {
  visibility: FieldBinding<Visibility>;
  publishAt: FieldBinding<string>;
  occurrence: FieldBinding<Occurrence>;
  timeZone: string;
  /** True if the event is public now and gives up unpaid places. */
  givesUpUnpaid?: boolean;
}

const HINTS: Record<Visibility, string> = {
  Published: 'Visitors see it.',
  Draft: 'Only officers and people with the preview link see it.',
  'Publish at': 'A draft until then.',
};

const KEPT =
  'If a deadline to pay passes meanwhile, everybody keeps their place, and ‘Give up unpaid places’ is unticked when the event is public again.';

export function VisibilityFields({
  visibility,
  publishAt,
  occurrence,
  timeZone,
  givesUpUnpaid = false,
}: VisibilityFieldsProps) {
  const hint = HINTS[visibility.value];
  const willBeHidden = givesUpUnpaid && visibility.value !== 'Published';
  return (
    <div className={styles.pair}>
      <SelectField field={visibility} hint={willBeHidden ? `${hint} ${KEPT}` : hint} options={VISIBILITIES} />
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

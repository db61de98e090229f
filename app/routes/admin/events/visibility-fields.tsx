import { VISIBILITIES } from '../../../domain/events/event-input.ts';
import { SelectField } from '../../../ui/admin/fields.tsx';
import type { RecordForm } from '../../../ui/admin/use-record-form.ts';
import styles from './event-fields.module.css';
import { LABELS, type EventValues } from './event-values.ts';
import { MomentField } from './time-fields.tsx';

interface VisibilityFieldsProps {
  form: RecordForm<EventValues>;
  timeZone: string;
}

const HINTS: Record<EventValues['visibility'], string> = {
  Published: 'Visitors see it.',
  Draft: 'Only officers and people with the preview link see it.',
  'Publish at': 'A draft until then.',
};

export function VisibilityFields({ form: { bind, values }, timeZone }: VisibilityFieldsProps) {
  const visibility = bind('visibility');
  const onChange = (text: string) => {
    const chosen = VISIBILITIES.find((one) => one === text);
    if (chosen) visibility.onChange(chosen);
  };
  return (
    <div className={styles.pair}>
      <SelectField
        field={{ ...visibility, onChange }}
        label={LABELS.visibility}
        hint={HINTS[values.visibility]}
        options={VISIBILITIES}
      />
      {values.visibility === 'Publish at' && (
        <MomentField
          {...{ field: bind('publishAt'), occurrence: bind('publishAtOccurrence'), timeZone }}
          label={LABELS.publishAt}
          hint="It appears by itself within half a minute."
          required
        />
      )}
    </div>
  );
}

import { CheckboxField, BoundTextArea, BoundTextField } from '../../../ui/admin/fields.tsx';
import { Preview } from '../../../ui/admin/preview.tsx';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import { Description } from '../../events/description.tsx';
import { AnnounceField } from './announce-field.tsx';
import styles from './event-fields.module.css';
import { LABELS } from './event-values.ts';
import { FormSection, type FormSectionProps } from './form-section.tsx';
import { RepeatField } from './repeat-field.tsx';
import { TimeFields } from './time-fields.tsx';
import { VisibilityFields } from './visibility-fields.tsx';

const MARKS = 'Write **words** for bold, [words](https://…) for a link, and ‘- ’ before each line of a list.';

interface EventFieldsProps extends FormSectionProps {
  announces: boolean;
}

export function EventFields({ form, draft, timeZone, clubDays, announces }: EventFieldsProps) {
  const { bind, values } = form;
  return (
    <>
      <BoundTextField field={bind('title')} label={LABELS.title} required autoComplete="off" />
      <div className={styles.pair}>
        <BoundTextField field={bind('presenter')} label={LABELS.presenter} autoComplete="off" />
        <BoundTextField field={bind('location')} label={LABELS.location} autoComplete="off" />
      </div>
      <div className={styles.boxes}>
        <CheckboxField field={bind('tentative')} label={LABELS.tentative} />
        <CheckboxField field={bind('hiddenDate')} label={LABELS.hiddenDate} />
        <CheckboxField field={bind('dscEvent')} label={LABELS.dscEvent} />
      </div>
      {values.hiddenDate && (
        <BoundTextField
          field={bind('customDate')}
          label={LABELS.customDate}
          hint="Shown instead of the times, such as ‘Every Friday at 4 PM’."
          required
          autoComplete="off"
        />
      )}
      <TimeFields {...{ form, timeZone }} />
      <BoundTextArea field={bind('description')} label={LABELS.description} hint={MARKS} rows={8} />
      {values.description.trim() !== '' && (
        <Preview>
          <Description text={values.description} />
        </Preview>
      )}
      <fieldset className={styles.group}>
        <legend>Signing up</legend>
        <CheckboxField field={bind('hasSignup')} label={LABELS.hasSignup} />
        {values.hasSignup && (
          <BoundTextField field={bind('signupUrl')} label={LABELS.signupUrl} type="url" inputMode="url" required />
        )}
        <CheckboxField field={bind('hasGoogleForm')} label={LABELS.hasGoogleForm} />
        {values.hasGoogleForm && (
          <BoundTextField
            field={bind('googleFormUrl')}
            label={LABELS.googleFormUrl}
            type="url"
            inputMode="url"
            required
          />
        )}
        <FormSection {...{ form, draft, clubDays, timeZone }} />
      </fieldset>
      <BoundTextArea
        field={bind('recap')}
        label={LABELS.recap}
        hint={`How it was: shown on the event’s page once it is over. ${MARKS}`}
        rows={5}
      />
      {values.recap.trim() !== '' && (
        <Preview of={LABELS.recap}>
          <Description text={values.recap} />
        </Preview>
      )}
      <Files form={form} />
      <fieldset className={`${styles.group} ${styles.publishing}`}>
        <legend>Publishing</legend>
        <VisibilityFields {...{ form, timeZone }} />
        {announces && <AnnounceField {...{ form, draft, timeZone }} />}
        {!draft && <RepeatField {...{ form, timeZone, announces }} />}
      </fieldset>
    </>
  );
}

function Files({ form: { values, uploads } }: Pick<FormSectionProps, 'form'>) {
  return (
    <div key={uploads.round} className={styles.files}>
      <UploadField label={LABELS.image} name="image" mode="single" accept="image" initial={values.image} />
      <UploadField label={LABELS.resources} name="resources" mode="multi" accept="any" initial={values.resources} />
      <UploadField label={LABELS.gallery} name="gallery" mode="multi" accept="image" initial={values.gallery} />
    </div>
  );
}

import { PERSON_FIELDS } from '../../../../domain/forms/event-form.ts';
import { CustomField } from '../../../events/custom-field.tsx';
import type { OptionPlaces } from '../../../../domain/forms/option-places.ts';
import { conditionText, limitOf, nameOf, type BuilderField } from './builder-field.ts';
import styles from './form-builder.module.css';

export function FormPreview({ fields, asksPerson }: { fields: BuilderField[]; asksPerson: boolean }) {
  return (
    <div className={styles.preview} aria-hidden inert>
      <p className={styles.previewTitle}>How visitors see it</p>
      {asksPerson &&
        PERSON_FIELDS.map((field) => (
          <CustomField key={field.name} field={{ ...field, name: `preview-${field.name}` }} message={undefined} />
        ))}
      {fields.map((field, place) => {
        const condition = conditionText(field, fields);
        return (
          <div key={field.id} className={condition === null ? undefined : styles.after}>
            {condition && <p className={styles.sentence}>{condition}</p>}
            <CustomField
              field={{
                ...{ type: field.type, required: field.required, name: `preview-${field.id}` },
                description: nameOf(field, place),
                options: [...new Set(field.options.map(({ name }) => name).filter(Boolean))],
              }}
              message={undefined}
              places={placesOf(field)}
            />
          </div>
        );
      })}
    </div>
  );
}

/** As if nobody had answered yet. */
function placesOf({ options }: BuilderField): Record<string, OptionPlaces> {
  return Object.fromEntries(
    options
      .filter(({ places }) => limitOf(places) > 0)
      .map(({ name, places }) => [name, { limit: limitOf(places), taken: 0 }]),
  );
}

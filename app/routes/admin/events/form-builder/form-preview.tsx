import { QUESTIONS } from '../../../../domain/questions/index.ts';
import { PERSON_FIELDS } from '../../../../domain/responses/event-form.ts';
import { CustomField } from '../../../events/custom-field.tsx';
import type { BuilderField } from './builder-field.ts';
import styles from './form-builder.module.css';

export function FormPreview({ fields, asksPerson }: { fields: BuilderField[]; asksPerson: boolean }) {
  return (
    <div className={styles.preview} aria-hidden inert>
      <p className={styles.previewTitle}>How visitors see it</p>
      {asksPerson &&
        PERSON_FIELDS.map((field) => (
          <CustomField key={field.name} field={{ ...field, name: `preview-${field.name}` }} message={undefined} />
        ))}
      {fields.map((field, place) => (
        <CustomField
          key={field.id}
          field={{
            ...field,
            name: `preview-${field.id}`,
            description: field.description || `${place + 1}. ${QUESTIONS[field.type].title}`,
            options: [...new Set(field.options.filter(Boolean))],
          }}
          message={undefined}
        />
      ))}
    </div>
  );
}

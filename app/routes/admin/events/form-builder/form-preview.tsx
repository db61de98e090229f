import { CustomField } from '../../../events/custom-field.tsx';
import { TYPE_NAMES, type BuilderField } from './builder-field.ts';
import styles from './form-builder.module.css';

export function FormPreview({ fields }: { fields: BuilderField[] }) {
  return (
    <div className={styles.preview} aria-hidden inert>
      <p className={styles.previewTitle}>How visitors see it</p>
      {fields.map((field, place) => (
        <CustomField
          key={field.id}
          field={{
            ...field,
            name: `preview-${field.id}`,
            description: field.description || `${place + 1}. ${TYPE_NAMES[field.type]}`,
            options: [...new Set(field.options.filter(Boolean))],
          }}
          message={undefined}
        />
      ))}
    </div>
  );
}

import panel from '../panel.module.css';
import styles from './error-summary.module.css';

export function ErrorSummary({
  text,
  fields,
  form,
}: {
  text: string;
  fields: { name: string; label: string }[];
  form: string;
}) {
  return (
    <div role="alert" className={fields.length > 0 ? panel.error : undefined}>
      {fields.length > 0 && (
        <>
          <p className={styles.text}>{text}</p>
          <ul className={styles.fields}>
            {fields.map(({ name, label }) => (
              <li key={name}>
                <a href={`#${form}`} onClick={(event) => focusField(event, form, name)}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function focusField(event: React.MouseEvent, formId: string, name: string): void {
  event.preventDefault();
  const form = document.getElementById(formId);
  const field = form instanceof HTMLFormElement ? form.elements.namedItem(name) : null;
  const target = field instanceof RadioNodeList ? field[0] : field;
  if (target instanceof HTMLElement) target.focus();
}

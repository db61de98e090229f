import { useId, useState, type FormEvent } from 'react';
import { PERSON_FIELDS, type EventFormField } from '../../../../domain/forms/event-form-definition.ts';
import type { OptionPlaces } from '../../../../domain/forms/option-places.ts';
import { own } from '../../../../domain/own.ts';
import { askedFields } from '../../../../domain/questions/conditions.ts';
import { answersIn, CustomField } from '../../../events/custom-field.tsx';
import { previewFields, type BuilderField } from './builder-field.ts';
import * as styles from './form-builder.module.css';

/**
 * Shows the form as visitors see it. Answers here decide which fields are asked, and are not sent. Folded at first, so that people
 * who build by keyboard need not pass its fields.
 */
export function FormPreview({ fields, asksPerson }: { fields: BuilderField[]; asksPerson: boolean }) {
  const title = useId();
  const [given, setGiven] = useState<Readonly<Record<string, unknown>>>({});
  const [news, setNews] = useState('');
  const all = previewFields(fields);
  const shown = askedFields(all, given);
  const read = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const next = { ...given, ...answersIn(shown, valuesIn(currentTarget)) };
    const known = new Set(shown.map(({ name }) => name));
    const coming = askedFields(all, next).filter(({ name }) => !known.has(name));
    setNews(coming.map(({ description }) => description).join(', '));
    setGiven(next);
  };
  return (
    <details className={styles.preview}>
      <summary id={title}>How visitors see it</summary>
      <section className={styles.shown} aria-labelledby={title} onInput={read}>
        {/* What is announced for the page is not heard in a dialog. */}
        <p role="status" className="visually-hidden">
          {news}
        </p>
        {all.some(({ showIf }) => showIf) && (
          <p className={styles.sentence}>Choose answers to see what is asked after them. Nothing is sent.</p>
        )}
        {asksPerson &&
          PERSON_FIELDS.map((field) => (
            <CustomField key={field.name} field={{ ...field, name: `preview-${field.name}` }} message={undefined} />
          ))}
        {shown.map((field) => (
          <CustomField
            key={field.name}
            field={field}
            message={undefined}
            answer={own(given, field.name)}
            current={own(given, field.name)}
            places={placesOf(field)}
          />
        ))}
      </section>
    </details>
  );
}

/** Reads the values without a form element, because the preview is inside the dialog's form. */
function valuesIn(element: HTMLElement): FormData {
  const values = new FormData();
  for (const control of element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (!control.matches('[type=radio], [type=checkbox]') || control.matches(':checked'))
      values.append(control.name, control.value);
  }
  return values;
}

/** The places as if nobody had answered yet. */
function placesOf({ limits = {} }: EventFormField): Record<string, OptionPlaces> {
  const right = Object.entries(limits).filter(([, limit]) => limit > 0);
  return Object.fromEntries(right.map(([option, limit]) => [option, { limit, taken: 0 }]));
}

import { asksForEmail, type EventFormField } from '../../domain/responses/event-form.ts';
import { Checkbox, RadioGroup, TextField } from '../../ui/form/field.tsx';

/** Required ones are marked ' (*)' (product.md 2). */
export function CustomField({ field, message }: { field: EventFormField; message: string | undefined }) {
  const { name, type, description } = field;
  const options = field.options.filter((option) => option !== '');
  if (type === 'checkbox') return <Checkbox name={name} label={description} message={message} />;
  const required = field.required;
  const label = required ? `${description} (*)` : description;
  if (type === 'radio') return <RadioGroup {...{ name, label, options, message, required }} marked={false} />;
  const kind = asksForEmail(field) ? ({ type: 'email', autoComplete: 'email' } as const) : {};
  return <TextField {...{ name, label, message, required }} {...kind} marked={false} />;
}

export function answersIn(fields: EventFormField[], typed: FormData): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, type }) => [name, type === 'checkbox' ? typed.has(name) : (typed.get(name) ?? '')]),
  );
}

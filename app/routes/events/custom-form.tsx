import type { FormEvent } from 'react';
import type { FormField, SignUpForm } from '../../domain/forms/form.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { Checkbox, RadioGroup, TextField } from '../../ui/form/field.tsx';
import formStyles from '../../ui/form/form.module.css';
import { NeedsJavaScript } from '../../ui/form/needs-javascript.tsx';
import { textOf, useFormMessages } from '../../ui/form/use-form-messages.ts';

const ID = 'event-form';

/** An event's own sign-up form (product.md 2, 5): its fields in their order, required ones marked ' (*)'. */
export function CustomForm({ form }: { form: SignUpForm }) {
  const required = form.fields.filter((field) => field.required && field.type !== 'checkbox');
  const messages = useFormMessages((values) =>
    Object.fromEntries(
      required.filter(({ name }) => !textOf(values, name)).map(({ name }) => [name, 'Required field']),
    ),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    messages.attempt(event.currentTarget);
  };
  const wrong = form.fields.filter(({ name }) => name in messages.summary);

  return (
    <form
      id={ID}
      noValidate
      className={formStyles.form}
      onSubmit={submit}
      onInput={messages.onInput}
      onBlur={messages.onBlur}
    >
      <NeedsJavaScript />
      {form.fields.map((field) => (
        <Field key={field.name} field={field} message={messages.messageOf(field.name)} />
      ))}
      <ErrorSummary
        form={ID}
        text="Please fill all required fields, indicated with *"
        fields={wrong.map(({ name, description }) => ({ name, label: description }))}
      />
      <Button type="submit" className={formStyles.submit}>
        Submit
      </Button>
    </form>
  );
}

function Field({ field, message }: { field: FormField; message: string | undefined }) {
  const { name, type, description, options } = field;
  if (type === 'checkbox') return <Checkbox name={name} label={description} />;
  const label = field.required ? `${description} (*)` : description;
  if (type === 'radio') {
    return <RadioGroup name={name} label={label} options={options} message={message} required={field.required} />;
  }
  return <TextField name={name} label={label} message={message} required={field.required} />;
}

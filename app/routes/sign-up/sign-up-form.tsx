import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { Select, TextArea, TextField } from '../../ui/form/field.tsx';
import formStyles from '../../ui/form/form.module.css';
import { NeedsJavaScript } from '../../ui/form/needs-javascript.tsx';
import { isEmail, textOf, useFormMessages } from '../../ui/form/use-form-messages.ts';
import { useSiteFacts } from '../../ui/site-facts.ts';

const ID = 'sign-up-form';
const MOST_YEARS = 10;

/** The member sign-up (product.md 2, 5), field for field. */
export function SignUpForm({ onRegistered }: { onRegistered: (member: { email: string }) => void }) {
  const { institution } = useSiteFacts();
  const messages = useFormMessages((values) => check(values, institution));
  const labels: Record<string, string> = {
    name: 'Name',
    student_id: `${institution} Student ID`,
    email: 'Preferred Email',
    program: `Program at ${institution}`,
    number_of_years_member: 'Number of years as a previous member',
  };
  const field = (name: string) => ({ name, label: labels[name] ?? name, message: messages.messageOf(name) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (messages.attempt(form)) onRegistered({ email: textOf(new FormData(form), 'email') });
  };

  return (
    <form id={ID} noValidate className={formStyles.form} onSubmit={submit} onInput={messages.onInput} onBlur={messages.onBlur}>
      <NeedsJavaScript />
      <ErrorSummary
        form={ID}
        text="Please check these fields:"
        fields={Object.keys(messages.summary).map((name) => ({ name, label: labels[name] ?? name }))}
      />
      <TextField {...field('name')} required autoComplete="name" />
      <TextField {...field('student_id')} required autoComplete="off" />
      <Select name="gender" label="Gender" defaultValue="N/A" required>
        <option>Male</option>
        <option>Female</option>
        <option value="N/A">Prefer not to say</option>
      </Select>
      <TextField {...field('email')} type="email" autoComplete="email" />
      <TextField {...field('program')} required autoComplete="off" />
      <TextField
        {...field('number_of_years_member')}
        type="number"
        inputMode="numeric"
        min={0}
        max={MOST_YEARS}
        step={1}
        defaultValue={0}
      />
      <TextArea name="interests" label="Interests" rows={4} />
      <Button type="submit" className={formStyles.submit}>
        Sign up
      </Button>
    </form>
  );
}

function check(values: FormData, institution: string): Record<string, string> {
  const wrong: Record<string, string> = {};
  if (!textOf(values, 'name')) wrong.name = 'Please enter your name';
  if (!textOf(values, 'student_id')) wrong.student_id = `Please enter your ${institution} Student ID`;
  const email = textOf(values, 'email');
  if (email && !isEmail(email)) wrong.email = 'Please enter your email';
  if (!textOf(values, 'program')) wrong.program = 'Please enter program name';
  const years = Number(textOf(values, 'number_of_years_member') || '0');
  // The specification shows no message for this field: it is marked as wrong, and the summary leads to it.
  if (!Number.isInteger(years) || years < 0 || years > MOST_YEARS) wrong.number_of_years_member = '';
  return wrong;
}

import { Check } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { TextArea, TextField } from '../../ui/form/field.tsx';
import formStyles from '../../ui/form/form.module.css';
import { NeedsJavaScript } from '../../ui/form/needs-javascript.tsx';
import { isEmail, textOf, useFormMessages } from '../../ui/form/use-form-messages.ts';
import styles from './contact.module.css';

const ID = 'contact-form';
const MESSAGE_ROWS = 8;

/** A message to the club; once it is sent the button becomes 'Message submitted' (product.md 2, Contact). */
export function ContactForm() {
  const [submitted, setSubmitted] = useState(false);
  const messages = useFormMessages((values): Record<string, string> =>
    isEmail(textOf(values, 'email')) ? {} : { email: 'Please enter a valid email' },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!messages.attempt(form)) return;
    form.reset();
    messages.reset();
    setSubmitted(true);
  };

  return (
    <form id={ID} noValidate className={formStyles.form} onSubmit={submit} onInput={messages.onInput} onBlur={messages.onBlur}>
      <NeedsJavaScript />
      <ErrorSummary
        form={ID}
        text="Please check this field:"
        fields={Object.keys(messages.summary).map((name) => ({ name, label: 'Email' }))}
      />
      <TextField name="name" label="Name" autoComplete="name" />
      <TextField name="email" label="Email" type="email" required autoComplete="email" message={messages.messageOf('email')} />
      <TextArea name="message" label="Message" rows={MESSAGE_ROWS} />
      <div role="status">
        {submitted && (
          <p className={styles.submitted}>
            <Check size={24} strokeWidth={1.75} aria-hidden />
            Message submitted
          </p>
        )}
      </div>
      {!submitted && (
        <Button type="submit" className={formStyles.submit}>
          Submit
        </Button>
      )}
    </form>
  );
}

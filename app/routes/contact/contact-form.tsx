import { CheckMark } from '../../ui/icons.tsx';
import { contact } from '../../domain/responses/club-forms.ts';
import { Arrived } from '../../ui/form/form-status.tsx';
import { TextArea, TextField } from '../../ui/form/field.tsx';
import type { FormAddress } from '../../ui/form/form-address.ts';
import { SubmissionForm } from '../submission-form.tsx';
import styles from './contact.module.css';

const MESSAGE_ROWS = 8;

export function ContactForm({ address }: { address: FormAddress }) {
  return (
    <SubmissionForm
      form={contact()}
      address={address}
      button="Submit"
      done={{
        said: (
          <Arrived className={styles.submitted}>
            <CheckMark size={24} />
            Message submitted
          </Arrived>
        ),
        another: 'Send another message',
      }}
    >
      {(field) => (
        <>
          <TextField {...field('name')} autoComplete="name" />
          <TextField {...field('email')} type="email" required autoComplete="email" />
          <TextArea {...field('message')} rows={MESSAGE_ROWS} />
        </>
      )}
    </SubmissionForm>
  );
}

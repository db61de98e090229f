import { DEFAULT_GENDER, GENDERS, memberSignUp, YEARS } from '../../domain/responses/club-forms.ts';
import { Select, TextArea, TextField } from '../../ui/form/field.tsx';
import type { FormAddress } from '../../ui/form/form-address.ts';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { SubmissionForm } from '../submission-form.tsx';

interface SignUpFormProps {
  forms: { signup: FormAddress; chatInvite: FormAddress };
  onRegistered: (member: { email: string }) => void;
}

/** With an e-mail address the chat invite goes out as well (product.md 2, 5). */
export function SignUpForm({ forms, onRegistered }: SignUpFormProps) {
  return (
    <SubmissionForm
      form={memberSignUp(useSiteFacts())}
      address={forms.signup}
      also={({ email }) => (email ? [{ form: forms.chatInvite, values: { email } }] : [])}
      button="Sign up"
      onSent={({ email }) => onRegistered({ email: String(email) })}
    >
      {(field) => (
        <>
          <TextField {...field('name')} required autoComplete="name" />
          <TextField {...field('student_id')} required autoComplete="off" />
          <Select {...field('gender')} defaultValue={DEFAULT_GENDER} required>
            {GENDERS.map((gender) => (
              <option key={gender} value={gender}>
                {gender === DEFAULT_GENDER ? 'Prefer not to say' : gender}
              </option>
            ))}
          </Select>
          <TextField {...field('email')} type="email" autoComplete="email" />
          <TextField {...field('program')} required autoComplete="off" />
          <TextField
            {...field('number_of_years_member')}
            type="number"
            inputMode="decimal"
            step="any"
            defaultValue={0}
            hint={`From ${YEARS.min} to ${YEARS.max}`}
            {...YEARS}
          />
          <TextArea {...field('interests')} rows={4} />
        </>
      )}
    </SubmissionForm>
  );
}

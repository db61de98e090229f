import { useState } from 'react';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { Page } from '../../ui/page.tsx';
import { headOf } from '../../ui/site-facts.ts';
import { CheckMark } from './icons.tsx';
import { contact } from '../../domain/forms/contact.ts';
import { Arrived } from '../../ui/form/form-status.tsx';
import { TextArea, TextField } from '../../ui/form/field.tsx';
import type { FormAddress } from '../../ui/form/form-address.ts';
import { loadPoster } from '../load-poster.ts';
import { SubmissionForm } from '../submission-form.tsx';
import type { Route } from './+types/contact';
import * as styles from './contact.module.css';

export function loader({ context }: Route.LoaderArgs) {
  const { club, forms } = context.get(siteContext).club;
  const { university, building, room, address, email, name } = club;
  cacheUntil(context, { topics: [] });
  return { university, building, room, address, email, name, form: forms.contact };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  headOf(matches, {
    title: 'Contact',
    description: loaderData
      ? `Write to the ${loaderData.name}, or find us in ${loaderData.building}, ${loaderData.room}.`
      : '',
    path: '/contact',
  });

type Place = Route.ComponentProps['loaderData'];

export default function Contact({ loaderData: place }: Route.ComponentProps) {
  return (
    <Page>
      <h1>Contact</h1>
      <div className={styles.columns}>
        <Location place={place} className={styles.onPhones} />
        <ContactForm address={place.form} />
        <Location place={place} className={styles.onWide} />
      </div>
    </Page>
  );
}

function Location({ place, className }: { place: Place; className: string | undefined }) {
  const { university, building, room, address, email } = place;
  return (
    <address className={`${styles.place} ${className}`}>
      <strong>{university}</strong>
      <span>{building}</span>
      <span>{room}</span>
      {address.map((line) => (
        <span key={line}>{line}</span>
      ))}
      <a href={`mailto:${email}`}>{email}</a>
    </address>
  );
}

const MESSAGE_ROWS = 8;

function ContactForm({ address }: { address: FormAddress }) {
  const [answerTo, setAnswerTo] = useState('');
  return (
    <SubmissionForm
      form={contact()}
      address={address}
      load={loadPoster}
      button="Submit"
      onSent={({ email }) => setAnswerTo(String(email))}
      done={{
        said: (
          <>
            <Arrived className={styles.submitted}>
              <CheckMark size={24} />
              Message submitted
            </Arrived>
            <p className={styles.answer}>
              The club will answer to <strong>{answerTo}</strong>.
            </p>
          </>
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

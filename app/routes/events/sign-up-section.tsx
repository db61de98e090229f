import { lazy, Suspense, useState } from 'react';
import type { EventView } from '../../domain/events/event-view.ts';
import type { SignUpForm } from '../../domain/forms/form.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { EmbeddedForm } from './embedded-form.tsx';
import styles from './sign-up-section.module.css';

/** Few events have a form of their own: only their pages load what it needs. */
const CustomForm = lazy(async () => ({ default: (await import('./custom-form.tsx')).CustomForm }));

interface SignUpSectionProps {
  event: EventView;
  /** The event's own form; null where it has none. */
  form: SignUpForm | null;
  onRecorded: () => void;
}

/** How to sign up below the event: its own form, the embedded form of an outside service, or both (product.md 2). */
export function SignUpSection(props: SignUpSectionProps) {
  return <Section key={props.event.key} {...props} />;
}

function Section({ event, form, onRecorded }: SignUpSectionProps) {
  // A form that the club takes down while someone fills it stays, with what they typed.
  const [opened, setOpened] = useState(form);
  if (form && form !== opened) setOpened(form);
  const { embeddedForm } = event;
  const shown = form ?? opened;
  if (!shown && !embeddedForm) return null;
  return (
    <section id="sign-up" tabIndex={-1} className={styles.section} aria-labelledby="sign-up-heading">
      <h2 id="sign-up-heading">Sign Up</h2>
      {shown && (
        <Suspense fallback={<Spinner label="Loading the form" />}>
          <CustomForm key={shown.id} form={shown} isClosed={!form} onRecorded={onRecorded} />
        </Suspense>
      )}
      {embeddedForm && <EmbeddedForm key={embeddedForm} src={embeddedForm} title={`Sign-up form for ${event.title}`} />}
    </section>
  );
}

import { lazy, Suspense, useState } from 'react';
import type { EventView } from '../../domain/events/event-view.ts';
import type { EventForm } from '../../domain/responses/event-form.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { EmbeddedForm } from './embedded-form.tsx';
import styles from './sign-up-section.module.css';

const NEXT_TRY_MS = 10_000;

/** Few events have a form of their own: only their pages load what it needs. */
const CustomForm = lazy(async () => ({ default: await loadCustomForm() }));

/** A page that has been told once that its part cannot be had would not ask again. */
async function loadCustomForm() {
  for (;;) {
    try {
      return (await import('./custom-form.tsx')).CustomForm;
    } catch {
      await new Promise<unknown>((done) => {
        setTimeout(done, NEXT_TRY_MS);
        addEventListener('online', done, { once: true });
      });
    }
  }
}

interface SignUpSectionProps {
  event: EventView;
  /** The event's own form; null where it has none. */
  form: EventForm | null;
  /** The event is over, and had a sign-up. */
  hasClosed: boolean;
  /** Told when a response has been recorded, and when another one is begun. */
  onRecorded: (isRecorded: boolean) => void;
}

/** How to sign up below the event: its own form, the embedded form of an outside service, or both (product.md 2). */
export function SignUpSection(props: SignUpSectionProps) {
  return <Section key={props.event.key} {...props} />;
}

function Section({ event, form, hasClosed, onRecorded }: SignUpSectionProps) {
  // A form that the club takes down while someone fills it stays, with what they typed.
  const [opened, setOpened] = useState(form);
  if (form && form !== opened) setOpened(form);
  const { embeddedForm } = event;
  const shown = form ?? opened;
  if (!shown && !embeddedForm && !hasClosed) return null;
  const isOneOfTwo = shown !== null && embeddedForm !== null;
  return (
    <section id="sign-up" tabIndex={-1} className={styles.section} aria-labelledby="sign-up-heading">
      <h2 id="sign-up-heading">Sign Up</h2>
      {!shown && hasClosed && <p>Sign-up has closed.</p>}
      {isOneOfTwo && <p>This event has two forms: what you send with one is not sent with the other.</p>}
      {shown && (
        <div className={styles.own}>
          {isOneOfTwo && (
            <>
              <h3>First form: on this site</h3>
              <p>Your answers go straight to the club.</p>
            </>
          )}
          <Suspense fallback={<Spinner label="Loading the form" />}>
            <CustomForm
              key={shown.id}
              form={shown}
              isClosed={!form}
              calendars={event.calendars}
              onRecorded={onRecorded}
            />
          </Suspense>
        </div>
      )}
      {isOneOfTwo && (
        <div className={styles.own}>
          <h3>Second form: at {new URL(embeddedForm).host}</h3>
          <p>What you enter there goes to that service.</p>
        </div>
      )}
      {embeddedForm && <EmbeddedForm key={embeddedForm} src={embeddedForm} title={`Sign-up form for ${event.title}`} />}
    </section>
  );
}

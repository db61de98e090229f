import type { EventView } from '../../domain/events/event-view.ts';
import type { SignUpForm } from '../../domain/forms/form.ts';
import { CustomForm } from './custom-form.tsx';
import styles from './sign-up-section.module.css';

/** How to sign up below the event: its own form, the embedded form of an outside service, or both (product.md 2). */
export function SignUpSection({ event, form }: { event: EventView; form: SignUpForm | null }) {
  if (!form && !event.embeddedForm) return null;
  return (
    <section id="sign-up" className={styles.section} aria-labelledby="sign-up-heading">
      <h2 id="sign-up-heading">Sign Up</h2>
      {form && <CustomForm form={form} />}
      {event.embeddedForm && (
        <iframe
          className={styles.frame}
          src={event.embeddedForm}
          title={`Sign-up form for ${event.title}`}
          height={500}
          loading="lazy"
        />
      )}
    </section>
  );
}

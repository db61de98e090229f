import { useSiteFacts } from '../site-facts.ts';

/** Sending needs JavaScript: without it the form says so and gives the club's e-mail. */
export function NeedsJavaScript() {
  const { email } = useSiteFacts();
  return (
    <noscript>
      <p>
        Sending this form needs JavaScript. Without it, please write to <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </noscript>
  );
}

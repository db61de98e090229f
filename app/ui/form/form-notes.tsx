import { Button } from '../button.tsx';
import panel from '../panel.module.css';
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

/** Says that what was typed here earlier is back, and how to begin anew. Stands in its form, which it empties. */
export function DraftNote({ isBack, onClear }: { isBack: boolean; onClear: () => void }) {
  return (
    <div role="status" className={isBack ? panel.note : undefined}>
      {isBack && (
        <>
          <p>What you typed here before is back. It has not been recorded yet.</p>
          <p>
            <Button
              quiet
              onClick={({ currentTarget: { form } }) => {
                form?.reset();
                onClear();
                form?.querySelector<HTMLElement>('input, select, textarea')?.focus();
              }}
            >
              Clear the form
            </Button>
          </p>
        </>
      )}
    </div>
  );
}

import { Button } from '../button.tsx';
import panel from '../panel.module.css';
import { useSiteFacts } from '../site-facts.ts';

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

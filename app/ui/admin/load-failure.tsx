import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '../button.tsx';
import * as panel from '../panel.module.css';
import { focusMain } from '../focus-main.ts';
import { inBackground } from '../in-background.ts';

export function LoadFailure({ text }: { text: string }) {
  const { revalidate, state } = useRevalidator();
  const wasPressed = useRef(false);
  const isBusy = state !== 'idle';
  // The button disappears with the failure, so the focus moves to the content that has loaded.
  useEffect(
    () => () => {
      if (wasPressed.current) requestAnimationFrame(focusContent);
    },
    [],
  );
  const tryAgain = () => {
    wasPressed.current = true;
    inBackground(revalidate());
  };
  return (
    <div className={panel.error}>
      <p role="alert">{text}</p>
      <p>
        <Button quiet onClick={tryAgain} aria-disabled={isBusy || undefined}>
          {isBusy ? 'Trying…' : 'Try again'}
        </Button>
      </p>
    </div>
  );
}

function focusContent(): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) return;
  focusMain();
}

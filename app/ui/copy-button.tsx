import { useEffect, useState } from 'react';
import styles from './copy-button.module.css';

const COPIED_MS = 3000;

interface CopyButtonProps {
  /** Asked for at the click, so that nothing is held twice. */
  text: () => string;
  /** What the button says while it has nothing to tell. */
  label?: string;
}

/** Copies a text: its label says 'Copied' for three seconds (product.md 4, Copy button), and so does a screen reader. */
export function CopyButton({ text, label = 'Copy' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<{ copied: boolean }>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copyNow = () => void copy(text()).then((copied) => setOutcome({ copied }));
  return (
    <span className={styles.copy}>
      <output className={outcome?.copied === false ? styles.failed : 'visually-hidden'}>
        {outcome && (outcome.copied ? 'Copied' : 'Your browser did not allow it. Select the text to copy it.')}
      </output>
      <button type="button" className={styles.button} onClick={copyNow}>
        {outcome?.copied ? 'Copied' : label}
      </button>
    </span>
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https there is no clipboard, and a browser may refuse it: the old way asks nobody.
    return copyFromField(text);
  }
}

function copyFromField(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}

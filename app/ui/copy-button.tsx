import { useEffect, useState, type ReactNode } from 'react';
import { copyText } from './copy-text.ts';
import * as styles from './copy-button.module.css';
import { inBackground } from './in-background.ts';

const COPIED_MS = 3000;

interface CopyButtonProps {
  text: () => string;
  label?: ReactNode;
}

/** Copies a text: its label says 'Copied' for three seconds (product.md 2, Guide), and so does a screen reader. */
export function CopyButton({ text, label = 'Copy' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<{ copied: boolean }>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copyNow = () => inBackground(copyText(text()).then((copied) => setOutcome({ copied })));
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

import { useEffect, useRef, useState } from 'react';
import { Preview } from '../../../ui/admin/preview.tsx';
import { inBackground } from '../../../ui/in-background.ts';
import { MarkdownText } from '../../../ui/markdown/markdown-text.tsx';
import * as styles from './pages.module.css';

/** Since the last key. */
const AFTER_MS = 400;
const UNREACHED = 'The preview cannot be shown right now. What you typed is not lost.';

interface Shown {
  of: string;
  html: string;
  failure?: string;
}

/** The text as the page will show it, a little after it was typed. */
export function TextPreview({ text }: { text: string }) {
  const [shown, setShown] = useState<Shown>({ of: '', html: '' });
  const isAsking = useRef(false);
  const isDue = text.trim() !== '' && text !== shown.of;
  useEffect(() => {
    if (!isDue || isAsking.current) return undefined;
    const timer = setTimeout(() => {
      isAsking.current = true;
      const show = (answer: Shown) => {
        isAsking.current = false;
        setShown((before) => ({ ...answer, html: answer.failure ? before.html : answer.html }));
      };
      inBackground(ask(text).then(show));
    }, AFTER_MS);
    return () => clearTimeout(timer);
    // What is typed while an answer is on its way is asked for after it.
  }, [text, isDue, shown]);
  if (text.trim() === '') return null;
  return (
    <Preview>
      <div className={styles.shown} aria-busy={isDue || undefined}>
        {shown.failure && <p role="status">{shown.failure}</p>}
        {shown.html && <MarkdownText key={shown.html} html={shown.html} />}
      </div>
    </Preview>
  );
}

async function ask(text: string): Promise<Shown> {
  try {
    const answer = await fetch('/admin/pages/preview', { method: 'POST', body: JSON.stringify({ text }) });
    const said: { html?: string; error?: string } = await answer.json();
    return { of: text, html: said.html ?? '', ...(!answer.ok && { failure: said.error ?? UNREACHED }) };
  } catch {
    return { of: text, html: '', failure: UNREACHED };
  }
}

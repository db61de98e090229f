import { useDeferredValue, useEffect, useState } from 'react';
import { RichHtml } from '../../../ui/rich-html.tsx';
import styles from './dsc.module.css';
import { inBackground } from '../../../ui/in-background.ts';

/** What a card's text will look like, while it is typed: nothing harmful in it comes to life here either. */
export function TextPreview({ text }: { text: string }) {
  const typed = useDeferredValue(text);
  const [html, setHtml] = useState('');
  useEffect(() => {
    let isLatest = true;
    // Only who types needs the sanitizer in the browser.
    inBackground(
      import('../../../domain/dsc/sanitize-html.ts').then(({ sanitizeAnyHtml }) => {
        if (isLatest) setHtml(sanitizeAnyHtml(typed));
      }),
    );
    return () => {
      isLatest = false;
    };
  }, [typed]);
  if (text.trim() === '') return null;
  return (
    <section className={styles.preview} aria-label="Preview">
      <p className={styles.previewTitle}>Preview</p>
      <RichHtml html={html} />
    </section>
  );
}

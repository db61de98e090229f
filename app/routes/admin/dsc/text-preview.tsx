import { useDeferredValue, useEffect, useState } from 'react';
import { Preview } from '../../../ui/admin/preview.tsx';
import { RichHtml } from '../../../ui/rich-html.tsx';
import { inBackground } from '../../../ui/in-background.ts';

export function TextPreview({ text }: { text: string }) {
  const typed = useDeferredValue(text);
  const [html, setHtml] = useState('');
  useEffect(() => {
    let isLatest = true;
    // Only who types needs the sanitizer in the browser.
    inBackground(
      import('../../../html/sanitize-html.ts').then(({ sanitizeAnyHtml }) => {
        if (isLatest) setHtml(sanitizeAnyHtml(typed));
      }),
    );
    return () => {
      isLatest = false;
    };
  }, [typed]);
  if (text.trim() === '') return null;
  return (
    <Preview>
      <RichHtml html={html} />
    </Preview>
  );
}

import { useEffect, useRef } from 'react';
import * as styles from './rich-html.module.css';

const PLACEHOLDER = '/images/placeholder.svg';

/** HTML that sanitizeHtml returned; a picture in it that cannot be loaded is replaced by the placeholder. */
export function RichHtml({ html }: { html: string }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const pictures = [...(element.current?.querySelectorAll('img') ?? [])];
    const replace = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) giveUp(target);
    };
    for (const picture of pictures) {
      // A picture that failed before hydration fires no error event any more.
      if (picture.complete && picture.naturalWidth === 0) giveUp(picture);
      picture.addEventListener('error', replace);
    }
    return () => {
      for (const picture of pictures) picture.removeEventListener('error', replace);
    };
  }, [html]);
  return <div ref={element} className={styles.html} dangerouslySetInnerHTML={{ __html: html }} />;
}

function giveUp(picture: HTMLImageElement): void {
  if (!picture.src.endsWith(PLACEHOLDER)) picture.src = PLACEHOLDER;
}

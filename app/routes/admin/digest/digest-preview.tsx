import type { DigestContent } from '../../../domain/digest/content.ts';
import { RichHtml } from '../../../ui/rich-html.tsx';
import * as styles from './digest.module.css';

interface DigestPreviewProps {
  subject: string;
  content: DigestContent;
  /** Why there is nothing to send. */
  nothing: string | null;
}

/** Shows the next mail, as far as it is known now. */
export function DigestPreview({ subject, content: { noteHtml, events, more }, nothing }: DigestPreviewProps) {
  return (
    <section className={styles.preview} aria-labelledby="preview-heading">
      <h2 id="preview-heading">Preview</h2>
      <p className={styles.subject}>{subject}</p>
      {nothing !== null && <p>{nothing}</p>}
      {noteHtml && <RichHtml html={noteHtml} />}
      <ul role="list" className={styles.events}>
        {events.map(({ key, title, url, when, where, state, isNew }) => (
          <li key={key}>
            <a href={url} className={styles.title} dir="auto">
              {title}
            </a>{' '}
            {isNew && <strong>New</strong>}
            {[when, where].map((line, at) => line && <span key={at}>{line}</span>)}
            {state && <strong className={styles.state}>{state}</strong>}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{`And ${more.toLocaleString('en')} more`}</p>}
    </section>
  );
}

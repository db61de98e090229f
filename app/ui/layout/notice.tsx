import { X } from '../icons.tsx';
import { newTab } from '../smart-link.tsx';
import * as styles from './notice.module.css';
import { digestOfText } from './notice-script.ts';

interface NoticeProps {
  text: string;
  /** Empty: none. One that begins with a slash leads within the site. */
  url: string;
}

/** Drawn by the server. What closes it is in notice-script.ts. */
export function NoticeBar({ text, url }: NoticeProps) {
  const digest = digestOfText(text);
  return (
    <aside className={styles.notice} aria-label="Notice" data-notice={digest}>
      <p className={styles.text} dir="auto">
        {url ? (
          <a href={url} {...(!url.startsWith('/') && newTab)}>
            {text}
          </a>
        ) : (
          text
        )}
      </p>
      <button type="button" className={styles.close} aria-label="Close this notice" data-close={digest}>
        <X size={20} />
      </button>
    </aside>
  );
}

import { X } from '../icons.tsx';
import { newTab } from '../smart-link.tsx';
import * as styles from './notice.module.css';
import { digestOfText } from './notice-script.ts';

interface NoticeProps {
  text: string;
  /** Empty: no link. A URL that begins with a slash is on this site. */
  url: string;
}

/** Drawn by the server. notice-script.ts closes it. */
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

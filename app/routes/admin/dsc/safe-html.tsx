import styles from '../../../ui/rich-html.module.css';

/** HTML that sanitizeHtml gave back. */
export function SafeHtml({ html }: { html: string }) {
  return <div className={styles.html} dangerouslySetInnerHTML={{ __html: html }} />;
}

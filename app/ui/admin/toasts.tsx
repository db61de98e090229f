import { useRef, useSyncExternalStore } from 'react';
import { X } from '../icons.tsx';
import { Link } from 'react-router';
import { currentToasts, dismiss, subscribeToToasts, type Toast } from './toast-store.ts';
import styles from './toasts.module.css';

const NONE: Toast[] = [];

export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => NONE);
  return (
    <output className={styles.toasts} aria-live="polite" aria-atomic="false">
      {toasts.map((toast) => (
        <OneToast key={toast.id} {...toast} />
      ))}
    </output>
  );
}

function OneToast({ id, text, failed, removed, retry }: Toast) {
  const put = useRef<HTMLSpanElement>(null);
  // What has the focus and goes away gives it to the screen's content.
  const dismissNow = () => {
    const { activeElement } = document;
    if (put.current?.contains(activeElement)) document.querySelector('main')?.focus({ preventScroll: true });
    dismiss(id);
  };
  const tryAgain = () => {
    dismissNow();
    retry?.();
  };
  return (
    <span ref={put} className={failed ? `${styles.toast} ${styles.failed}` : styles.toast}>
      <span>{text}</span>
      {removed && (
        <Link to="/admin/trash" className={styles.button}>
          Trash
        </Link>
      )}
      {retry && (
        <button type="button" className={styles.button} onClick={tryAgain}>
          Try again
        </button>
      )}
      <button type="button" className={styles.button} aria-label="Dismiss" onClick={dismissNow}>
        <X size={18} />
      </button>
    </span>
  );
}

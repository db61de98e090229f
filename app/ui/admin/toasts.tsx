import { useRef, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { focusMain } from '../focus-main.ts';
import { X } from '../icons.tsx';
import * as styles from './toasts.module.css';

interface Toast {
  id: number;
  text: string;
  failed: boolean;
  removed?: boolean;
  /** A button for what can be done about it. */
  offer?: { label: string; go: () => void } | undefined;
}

const SHOWN_MS = 6000;
/** Longer, so that it can be reached by keyboard too. */
const UNDO_SHOWN_MS = 20_000;
const LONGEST_NAME = 60;

let toasts: Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

interface SayOptions {
  removed?: boolean;
  undo?: () => void;
}

export function say(text: string, { removed = false, undo }: SayOptions = {}): void {
  const { id } = add({ text, failed: false, removed, offer: undo && { label: 'Undo', go: undo } });
  setTimeout(() => dismiss(id), undo ? UNDO_SHOWN_MS : SHOWN_MS);
}

type Done = 'added' | 'saved' | 'removed' | 'brought back';

export function sayDone(names: readonly string[], what: Done): void {
  say(doneText(names, what), { removed: what === 'removed' });
}

export function doneText(names: readonly string[], what: Done, note = ''): string {
  const [first = ''] = names;
  const others = names.length > 1 ? ` and ${(names.length - 1).toLocaleString('en')} more were` : ' was';
  return `‘${shorten(first)}’${others} ${what}${note && `. ${note}`}`;
}

/** Keeps long titles to one or two lines without cutting a surrogate pair in two. */
function shorten(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const kept = name.slice(0, LONGEST_NAME).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.trimEnd()}…`;
}

export function sayFailure(text: string, retry?: () => void): void {
  add({ text, failed: true, offer: retry && { label: 'Try again', go: retry } });
}

function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function add(toast: Omit<Toast, 'id'>): Toast {
  const added = { ...toast, id: ++lastId };
  // The same text replaces its earlier toast.
  change([...toasts.filter(({ text }) => text !== toast.text), added]);
  return added;
}

function change(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const NONE: Toast[] = [];

export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
  return (
    <output className={styles.toasts} aria-live="polite" aria-atomic="false">
      {shown.map((toast) => (
        <OneToast key={toast.id} {...toast} />
      ))}
    </output>
  );
}

function OneToast({ id, text, failed, removed, offer }: Toast) {
  const element = useRef<HTMLSpanElement>(null);
  // A toast that has the focus passes it on to the main content.
  const dismissNow = () => {
    const { activeElement } = document;
    if (element.current?.contains(activeElement)) focusMain();
    dismiss(id);
  };
  return (
    <span ref={element} className={failed ? `${styles.toast} ${styles.failed}` : styles.toast}>
      <span>{text}</span>
      {removed && (
        <Link to="/admin/trash" className={styles.button}>
          Trash
        </Link>
      )}
      {offer && (
        <button
          type="button"
          className={styles.button}
          onClick={() => {
            dismissNow();
            offer.go();
          }}
        >
          {offer.label}
        </button>
      )}
      <button type="button" className={styles.button} aria-label="Dismiss" onClick={dismissNow}>
        <X size={18} />
      </button>
    </span>
  );
}

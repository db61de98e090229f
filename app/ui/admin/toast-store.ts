export interface Toast {
  id: number;
  text: string;
  failed: boolean;
  removed?: boolean;
  retry?: (() => void) | undefined;
}

type Listener = () => void;

const SHOWN_MS = 6000;
const LONGEST_NAME = 60;

let toasts: Toast[] = [];
let lastId = 0;
const listeners = new Set<Listener>();

export function say(text: string, about: Pick<Toast, 'removed'> = {}): void {
  const { id } = add({ text, failed: false, ...about });
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function sayDone(names: readonly string[], what: 'added' | 'saved' | 'removed' | 'brought back'): void {
  const [first = ''] = names;
  const others = names.length > 1 ? ` and ${(names.length - 1).toLocaleString('en')} more were` : ' was';
  say(`‘${shorten(first)}’${others} ${what}`, { removed: what === 'removed' });
}

/** Long titles stay one or two lines; no character is cut in two. */
function shorten(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const kept = name.slice(0, LONGEST_NAME).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.trimEnd()}…`;
}

export function sayFailure(text: string, retry?: () => void): void {
  add({ text, failed: true, retry });
}

export function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function subscribeToToasts(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): Toast[] {
  return toasts;
}

function add(toast: Omit<Toast, 'id'>): Toast {
  const added = { ...toast, id: ++lastId };
  // Said again, not twice.
  change([...toasts.filter(({ text }) => text !== toast.text), added]);
  return added;
}

function change(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

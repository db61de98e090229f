import { writeItem } from '../browser-storage.ts';

/** Puts back what was typed in the form at `place`, if anything was; `notify` is called where something of it is there. */
export function putBack(form: HTMLFormElement, place: string, adopt: (once: string) => void, notify: () => void): void {
  const draft = findDraft(place);
  if (!draft) return;
  // What was typed before the page was alive has none.
  if (draft.once !== '') adopt(draft.once);
  fillIn(form, draft.values, notify);
}

/** Keeps what is typed in the form, under the key with which it may be sent. */
export function noteTyped(form: HTMLFormElement, place: string, once: string): void {
  if (controlsOf(form).every(isUntouched)) forgetDraft(place);
  else keepDraft({ place, once, values: [...textsIn(form), ...hiddenFrom(form, place)] });
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(isControl);
}

function isControl(element: unknown): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

function textsIn(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
}

/** What was typed into fields that are not there now, and come back with it. */
function hiddenFrom(form: HTMLFormElement, place: string): Draft['values'] {
  return findDraft(place)?.values.filter(([field]) => form.elements.namedItem(field) === null) ?? [];
}

function isUntouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].every((option) => option.selected === option.defaultSelected);
  if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type))
    return control.checked === control.defaultChecked;
  return control.value === control.defaultValue;
}

function fillIn(form: HTMLFormElement, values: Draft['values'], notify: () => void): void {
  const isThere = ([field]: Draft['values'][number]) => form.elements.namedItem(field) !== null;
  const absent = values.filter((value) => !isThere(value));
  for (const [field, value] of values) fill(form.elements.namedItem(field), value);
  if (absent.length < values.length && !controlsOf(form).every(isUntouched)) notify();
  if (absent.length === 0) return;
  // What is asked after one of these answers comes later, perhaps much later.
  const coming = new MutationObserver(() => {
    coming.disconnect();
    fillIn(form, absent, notify);
  });
  coming.observe(form, { childList: true, subtree: true });
  form.addEventListener('reset', () => coming.disconnect(), { once: true });
}

/** Puts a value back, unless something else has been typed there meanwhile. */
function fill(field: Element | RadioNodeList | null, value: string): void {
  if (field instanceof RadioNodeList) {
    if (field.value !== '') return;
    for (const one of field)
      if (one instanceof HTMLInputElement && !one.disabled && one.value === value) one.checked = true;
  } else if (isControl(field) && isUntouched(field)) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = true;
    else field.value = value;
  }
}

interface Draft {
  place: string;
  /** The idempotency key under which it may have been sent already. */
  once: string;
  values: [name: string, value: string][];
}

const ITEM = 'typed';
/** The last few forms of a tab, none of them longer than any message that is meant to be sent. */
const MOST_FORMS = 5;
const MOST_CHARACTERS = 30_000;

function findDraft(place: string): Draft | undefined {
  return read().find((draft) => draft.place === place);
}

function keepDraft(draft: Draft): void {
  const isTooLong = JSON.stringify(draft).length > MOST_CHARACTERS;
  write(isTooLong ? others(draft.place) : [draft, ...others(draft.place)].slice(0, MOST_FORMS));
}

export function forgetDraft(place: string): void {
  write(others(place));
}

function others(place: string): Draft[] {
  return read().filter((draft) => draft.place !== place);
}

/** Where the browser stores nothing for this site, nothing is stored. */
function read(): Draft[] {
  try {
    return JSON.parse(sessionStorage.getItem(ITEM) ?? '[]');
  } catch {
    return [];
  }
}

function write(all: Draft[]): void {
  writeItem('sessionStorage', ITEM, all.length > 0 ? JSON.stringify(all) : null);
}

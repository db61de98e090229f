import { findDraft, forgetDraft, keepDraft, type Draft } from './kept-drafts.ts';

type Values = [name: string, value: string][];

/** No message that is meant to be sent is longer, in UTF-16 units. */
const MOST_CHARACTERS = 30_000;

/** Restores what was typed in the form at `place`, if anything; calls `notify` when some of it is back in the form. */
export function putBack(form: HTMLFormElement, place: string, adopt: (once: string) => void, notify: () => void): void {
  const draft = findDraft(place);
  if (!draft) return;
  // A draft typed before hydration has no key.
  if (draft.once !== '') adopt(draft.once);
  fillIn(form, valuesIn(draft), notify);
}

/** Keeps what is typed in the form, with the key under which it may be sent. */
export function noteTyped(form: HTMLFormElement, place: string, once: string): void {
  if (controlsOf(form).every(isUntouched)) forgetDraft(place);
  else keepDraft({ place, once, values: [...textsIn(form), ...hiddenFrom(form, place)] }, MOST_CHARACTERS);
}

function valuesIn(draft: Draft | undefined): Values {
  return Array.isArray(draft?.values) ? draft.values : [];
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

function textsIn(form: HTMLFormElement): Values {
  return [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
}

/** Answers to fields that are not in the form now; they are restored when the fields come back. */
function hiddenFrom(form: HTMLFormElement, place: string): Values {
  return valuesIn(findDraft(place)).filter(([field]) => form.elements.namedItem(field) === null);
}

function isUntouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].every((option) => option.selected === option.defaultSelected);
  if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type))
    return control.checked === control.defaultChecked;
  return control.value === control.defaultValue;
}

function fillIn(form: HTMLFormElement, values: Values, notify: () => void): void {
  const isThere = ([field]: Values[number]) => form.elements.namedItem(field) !== null;
  const absent = values.filter((value) => !isThere(value));
  for (const [field, value] of values) fill(form.elements.namedItem(field), value);
  if (absent.length < values.length && !controlsOf(form).every(isUntouched)) notify();
  if (absent.length === 0) return;
  // Some fields appear only after one of these answers, perhaps much later.
  const coming = new MutationObserver(() => {
    coming.disconnect();
    fillIn(form, absent, notify);
  });
  coming.observe(form, { childList: true, subtree: true });
  form.addEventListener('reset', () => coming.disconnect(), { once: true });
}

/** Restores a value, unless something else has been typed there meanwhile. */
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

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { writeItem } from '../browser-storage.ts';
import type { IdempotencyKey } from './idempotency-key.ts';

interface Options {
  name: string;
  id: string;
  idempotencyKey: React.RefObject<IdempotencyKey | null>;
}

/** What is typed is kept in this tab until it was recorded; put back, it is still the same sending as before. */
export function useDraft({ name, id, idempotencyKey }: Options) {
  const place = `${name} ${useLocation().pathname}`;
  const [isBack, setBack] = useState(false);
  const isFilling = useRef(false);
  const putBack = useEffectEvent(() => {
    const form = formOf(id);
    const draft = findDraft(place);
    if (!form || !draft) return;
    // What was typed before the page was alive has none.
    if (draft.once !== '') idempotencyKey.current?.adopt(draft.once);
    fillIn(form, draft.values, () => {
      // Anyone who follows what is typed is told.
      isFilling.current = true;
      form.dispatchEvent(new Event('input', { bubbles: true }));
      isFilling.current = false;
    });
  });
  useEffect(() => putBack(), [place]);

  return {
    isBack,
    note(form: HTMLFormElement) {
      if (isFilling.current) setBack(true);
      else if (controlsOf(form).every(isUntouched)) forgetDraft(place);
      else
        keepDraft({
          place,
          once: idempotencyKey.current?.value ?? '',
          values: [...textsIn(form), ...hiddenFrom(form, place)],
        });
    },
    forget() {
      forgetDraft(place);
      setBack(false);
    },
  };
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function formOf(id: string): HTMLFormElement | undefined {
  const form = document.getElementById(id);
  return form instanceof HTMLFormElement ? form : undefined;
}

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

function fillIn(form: HTMLFormElement, values: Draft['values'], tell: () => void): void {
  const isThere = ([field]: Draft['values'][number]) => form.elements.namedItem(field) !== null;
  const absent = values.filter((value) => !isThere(value));
  for (const [field, value] of values) fill(form.elements.namedItem(field), value);
  if (absent.length < values.length && !controlsOf(form).every(isUntouched)) tell();
  if (absent.length === 0) return;
  // What is asked after one of these answers comes later, perhaps much later.
  const coming = new MutationObserver(() => {
    coming.disconnect();
    fillIn(form, absent, tell);
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

function forgetDraft(place: string): void {
  write(others(place));
}

function others(place: string): Draft[] {
  return read().filter((draft) => draft.place !== place);
}

/** Where the browser keeps nothing for this site, nothing is kept. */
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

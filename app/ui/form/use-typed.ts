import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Once } from './once.ts';
import { findTyped, forgetTyped, keepTyped } from './typed.ts';

interface Options {
  /** The form's name, as for its once-only key. */
  name: string;
  /** The id of its element. */
  id: string;
  once: React.RefObject<Once | null>;
}

/**
 * Keeps what is typed into a form in this tab until it was recorded, and puts it back where the form is opened again:
 * after a reload, or on another way to its page. It is then still the same sending as before.
 */
export function useTyped({ name, id, once }: Options) {
  const place = `${name} ${useLocation().pathname}`;
  const [isBack, setBack] = useState(false);
  const isFilling = useRef(false);
  const putBack = useEffectEvent(() => {
    const form = formOf(id);
    const typed = findTyped(place);
    if (!form || !typed) return;
    once.current?.adopt(typed.once);
    for (const [field, value] of typed.values) fill(form.elements.namedItem(field), value);
    if (controlsOf(form).every(isUntouched)) return;
    // Whoever follows what is typed is told.
    isFilling.current = true;
    form.dispatchEvent(new Event('input', { bubbles: true }));
    isFilling.current = false;
  });
  useEffect(() => putBack(), [place]);

  return {
    /** True where what was typed earlier has been put back. */
    isBack,
    /** To be told of every input. */
    note(form: HTMLFormElement) {
      if (isFilling.current) setBack(true);
      else if (controlsOf(form).every(isUntouched)) forgetTyped(place);
      else keepTyped({ place, once: once.current?.key ?? '', values: textsIn(form) });
    },
    forget() {
      forgetTyped(place);
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

/** Still as the page brought it. */
function isUntouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].every((option) => option.selected === option.defaultSelected);
  if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type))
    return control.checked === control.defaultChecked;
  return control.value === control.defaultValue;
}

/** Puts a value back, unless something else has been typed there meanwhile. */
function fill(field: Element | RadioNodeList | null, value: string): void {
  if (field instanceof RadioNodeList) {
    if (field.value === '') field.value = value;
  } else if (isControl(field) && isUntouched(field)) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = true;
    else field.value = value;
  }
}

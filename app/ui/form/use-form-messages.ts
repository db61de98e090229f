import { useState, type FormEvent } from 'react';

/** What is wrong with a form as it stands: a message per field name; fields that are right are left out. */
export type Check = (values: FormData) => Record<string, string>;

/**
 * Messages as product.md 5 specifies them: a field's message appears when the field is invalid and either touched or the
 * form has been submitted, and goes as soon as the field is right. An invalid form is not sent.
 */
export function useFormMessages(check: Check) {
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempted, setAttempted] = useState(false);

  const look = (form: HTMLFormElement) => {
    const found = check(new FormData(form));
    setWrong(found);
    return found;
  };

  return {
    /** The message to show beside a field, if any. */
    messageOf: (name: string) => (attempted || touched.has(name) ? wrong[name] : undefined),
    /** Every message, once a submit has been attempted: for the summary. */
    summary: attempted ? wrong : {},
    attempted,
    onInput: (event: FormEvent<HTMLFormElement>) => void look(event.currentTarget),
    onBlur(event: React.FocusEvent<HTMLFormElement>) {
      const { name } = event.target;
      look(event.currentTarget);
      if (name) setTouched((before) => (before.has(name) ? before : new Set(before).add(name)));
    },
    /** True when the form may be sent; otherwise the messages are shown and the first wrong field has the focus. */
    attempt(form: HTMLFormElement): boolean {
      setAttempted(true);
      const [first] = Object.keys(look(form));
      if (first === undefined) return true;
      const field = form.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      else if (field instanceof RadioNodeList && field[0] instanceof HTMLElement) field[0].focus();
      return false;
    },
    reset() {
      setWrong({});
      setTouched(new Set());
      setAttempted(false);
    },
  };
}

/** A text of the form, trimmed. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** An address as the platform's own e-mail field accepts it. */
export function isEmail(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i.test(text);
}

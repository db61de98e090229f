import { useRef, useState, type FormEvent } from 'react';
import { focusWhole } from './focus-whole.ts';
import { afterPress, useTouched } from './use-touched.ts';

/** Checks a form as it stands: returns a message per name of a wrong field; valid fields are left out. */
export type Check = (values: FormData) => Record<string, string>;

export function useFormMessages(check: Check) {
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const fields = useTouched();
  const attempted = fields.attempts > 0;
  /** What the server refused: it holds until that field is changed or everything is sent again. */
  const said = useRef<Record<string, string>>({});

  const look = (form: HTMLFormElement) => {
    const found = inOrderOf(form, { ...said.current, ...unreadable(form), ...check(new FormData(form)) });
    setWrong(found);
    return found;
  };

  return {
    messageOf: (name: string) => (attempted || fields.isTouched(name) ? wrong.get(name) : undefined),
    summary: attempted ? [...wrong] : [],
    attempted,
    onInput({ currentTarget: form, target }: FormEvent<HTMLFormElement>) {
      if (target instanceof Element) delete said.current[target.getAttribute('name') ?? ''];
      look(form);
    },
    onBlur: (event: React.FocusEvent<HTMLFormElement>) => {
      const { currentTarget: form, target } = event;
      afterPress(() => {
        look(form);
        const { name } = target;
        if (name) fields.touch(name);
      });
    },
    /** True if the form may be sent; otherwise shows the messages and focuses the first wrong field. */
    attempt(form: HTMLFormElement): boolean {
      fields.attempt();
      said.current = {};
      const found = look(form);
      focusFirst(form, found);
      return found.size === 0;
    },
    /** Shows what the server refused as if the form had found it; false if there is nothing. */
    show(form: HTMLFormElement, fields: Record<string, string>): boolean {
      said.current = fields;
      const found = inOrderOf(form, fields);
      setWrong(found);
      focusFirst(form, found);
      return found.size > 0;
    },
    reset() {
      said.current = {};
      setWrong(new Map());
      fields.reset();
    },
  };
}

function inOrderOf(form: HTMLFormElement, found: Record<string, string>): Map<string, string> {
  const left = new Map(Object.entries(found));
  const ordered = new Map<string, string>();
  for (const element of form.elements) {
    const name = element.getAttribute('name') ?? '';
    const message = left.get(name);
    if (message !== undefined) ordered.set(name, message);
  }
  return new Map([...ordered, ...left]);
}

function focusFirst(form: HTMLFormElement, found: Map<string, string>): void {
  const [first] = found.keys();
  const field = [...form.elements].find((element) => element.getAttribute('name') === first);
  if (field instanceof HTMLElement) focusWhole(field);
}

/** A browser gives input that it cannot read, such as letters in a number field, as an empty text. */
function unreadable(form: HTMLFormElement): Record<string, string> {
  const inputs = [...form.elements].filter(
    (element) => element instanceof HTMLInputElement && element.validity.badInput,
  );
  return Object.fromEntries(inputs.map((input) => [input.getAttribute('name') ?? '', '']));
}

export function formTexts(values: FormData): Record<string, string> {
  return Object.fromEntries([...values].filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

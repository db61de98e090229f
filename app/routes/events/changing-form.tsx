import { useEffect, useRef, useState } from 'react';
import type { EventForm } from '../../domain/forms/event-form-definition.ts';
import { formChanges } from '../../domain/forms/form-changes.ts';
import { answersIn } from './custom-field.tsx';

/** The form changes by a live update of the page (`given`), or because answers no longer fit (`follow`). */
export function useChangingForm(given: EventForm) {
  const element = useRef<HTMLFormElement>(null);
  const [{ form, changes }, setState] = useState({ form: given, changes: [] as string[] });

  const follow = (next: EventForm) =>
    setState((before) => {
      // Includes what was typed before hydration.
      const typed = element.current ? answersIn(before.form.fields, new FormData(element.current)) : {};
      const found = formChanges(before.form.fields, next.fields, typed);
      if (found.length === 0 && JSON.stringify(before.form) === JSON.stringify(next)) return before;
      return { form: next, changes: [...new Set([...before.changes, ...found])] };
    });
  useEffect(() => follow(given), [given]);

  return { form, changes, follow, element };
}

/** Tells the person who is filling the form in what has changed. */
export function FormChanges({ changes }: { changes: string[] }) {
  if (changes.length === 0) return null;
  return (
    <>
      <p>The club has just changed this form. What you typed is still here.</p>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </>
  );
}

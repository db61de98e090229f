import { useEffect, useRef, useState } from 'react';
import { formChanges } from '../../domain/responses/form-changes.ts';
import type { EventForm } from '../../domain/responses/event-form.ts';

/** The form changes by a live update of the page (`given`), or because answers no longer fit (`follow`). */
export function useChangingForm(given: EventForm) {
  const [{ form, changes }, setState] = useState({ form: given, changes: [] as string[] });
  const typed = useRef<Record<string, unknown>>({});

  const follow = (next: EventForm) =>
    setState((before) => {
      const found = formChanges(before.form.fields, next.fields, typed.current);
      return found.length === 0 ? before : { form: next, changes: [...new Set([...before.changes, ...found])] };
    });
  useEffect(() => follow(given), [given]);

  return {
    form,
    changes,
    follow,
    noteTyped: (answers: Record<string, unknown>) => {
      typed.current = answers;
    },
  };
}

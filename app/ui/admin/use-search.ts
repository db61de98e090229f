import { useEffect, useRef, useState } from 'react';
import { useSubmit } from 'react-router';
import { inBackground } from '../in-background.ts';

/** The table stays as it is until typing pauses. */
const PAUSE_MS = 250;

/** The text of a search form, which submits itself shortly after typing. */
export function useSearch(initial: string) {
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [typed, setTyped] = useState(initial);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    typed,
    cancel,
    type: ({ form, value }: HTMLInputElement) => {
      setTyped(value);
      cancel();
      const ask = () => inBackground(submit(form, { replace: true, preventScrollReset: true }));
      timer.current = setTimeout(ask, PAUSE_MS);
    },
  };
}

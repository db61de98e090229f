import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { IdempotencyKey } from './idempotency-key.ts';
import { forgetDraft } from './kept-drafts.ts';
import { noteTyped, putBack } from './put-back.ts';

interface Options {
  name: string;
  id: string;
  idempotencyKey: React.RefObject<IdempotencyKey | null>;
}

/**
 * Keeps what is typed in this tab until it is recorded. A restored draft keeps its key, so it is never recorded twice.
 */
export function useDraft({ name, id, idempotencyKey }: Options) {
  const place = `${name} ${useLocation().pathname}`;
  const [isBack, setBack] = useState(false);
  const isFilling = useRef(false);
  const fill = useEffectEvent(() => {
    const form = document.getElementById(id);
    if (!(form instanceof HTMLFormElement)) return;
    putBack(
      form,
      place,
      (once) => idempotencyKey.current?.adopt(once),
      () => {
        // Whatever listens for typing hears of it.
        isFilling.current = true;
        form.dispatchEvent(new Event('input', { bubbles: true }));
        isFilling.current = false;
      },
    );
  });
  useEffect(() => fill(), [place]);

  return {
    isBack,
    note(form: HTMLFormElement) {
      if (isFilling.current) setBack(true);
      else noteTyped(form, place, idempotencyKey.current?.value ?? '');
    },
    forget() {
      forgetDraft(place);
      setBack(false);
    },
  };
}

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

/** What is typed is stored in this tab until it was recorded; put back, it is still the same sending as before. */
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
        // Anyone who follows what is typed is notified.
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

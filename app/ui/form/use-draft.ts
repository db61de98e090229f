import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { importAgain } from '../import-again.ts';
import { inBackground } from '../in-background.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import { forgetDraft } from './kept-drafts.ts';

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
  /** It was recorded, perhaps before what stores drafts was there. */
  const isForgotten = useRef(false);
  const withDrafts = useDrafts();
  const putBack = useEffectEvent(({ putBack: fill }: Drafts) => {
    const form = document.getElementById(id);
    if (isForgotten.current || !(form instanceof HTMLFormElement)) return;
    fill(
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
  useEffect(() => {
    isForgotten.current = false;
    withDrafts((drafts) => putBack(drafts));
  }, [place, withDrafts]);

  return {
    isBack,
    note(form: HTMLFormElement) {
      if (isFilling.current) setBack(true);
      else withDrafts(({ noteTyped }) => noteTyped(form, place, idempotencyKey.current?.value ?? ''));
    },
    forget() {
      isForgotten.current = true;
      forgetDraft(place);
      setBack(false);
    },
  };
}

type Drafts = typeof import('./put-back.ts');

/** The part that stores them is loaded once the form is there; where it cannot be had, what is typed is in the form alone. */
function useDrafts(): (work: (drafts: Drafts) => void) => void {
  const loading = useRef<Promise<Drafts>>(null);
  return useCallback((work) => {
    const drafts = (loading.current ??= importAgain(() => import('./put-back.ts')));
    inBackground(drafts.then(work, () => (loading.current = null)));
  }, []);
}

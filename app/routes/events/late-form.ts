import { lazy } from 'react';
import { importAgain } from '../../ui/import-again.ts';
import type { CustomForm } from './custom-form.tsx';

/** The element of an event's own form: a page has one at most. */
export const FORM_ID = 'event-form';

const NEXT_TRY_MS = 10_000;

let there: typeof CustomForm | undefined;

/** Few events have a form of their own: only their pages load what it needs. */
const LateForm = lazy(async () => ({ default: await loadForm() }));

/** One that has been loaded is drawn at once. */
export function eventForm(): typeof CustomForm | typeof LateForm {
  return there ?? LateForm;
}

/** A form that has come with the page is asked for before React is there. */
const coming =
  typeof document !== 'undefined' && document.getElementById(FORM_ID) ? import('./custom-form.tsx') : undefined;

/**
 * Until a form that has come with the page can be drawn: if React were there first, a change would draw it anew, empty. Asks
 * once: a page must not wait for what cannot be had.
 */
export async function prepareForm(): Promise<void> {
  try {
    there = (await coming)?.CustomForm;
  } catch {
    // `LateForm` tries again.
  }
}

/** A page to which its part was refused once would not request it again. */
async function loadForm(): Promise<typeof CustomForm> {
  for (;;) {
    try {
      return (await importAgain(() => import('./custom-form.tsx'))).CustomForm;
    } catch {
      await new Promise<unknown>((done) => {
        setTimeout(done, NEXT_TRY_MS);
        addEventListener('online', done, { once: true });
      });
    }
  }
}

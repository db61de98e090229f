import { lazy } from 'react';
import { importAgain } from '../../ui/import-again.ts';
import type { CustomForm } from './custom-form.tsx';
import { FORM_ID } from './form-id.ts';

const NEXT_TRY_MS = 10_000;

let there: typeof CustomForm | undefined;

/** Few events have a form of their own: only their pages load what it needs. */
const LateForm = lazy(async () => ({ default: await loadForm() }));

/** A form whose code is loaded is rendered at once. */
export function eventForm(): typeof CustomForm | typeof LateForm {
  return there ?? LateForm;
}

/** If the page came with a form, its code is requested before React starts. Where it cannot be had, `LateForm` tries again. */
const coming =
  typeof document !== 'undefined' && document.getElementById(FORM_ID)
    ? import('./custom-form.tsx').catch(() => undefined)
    : undefined;

/** Waits until a form that came with the page can be rendered: if React started first, a change would render it anew, empty. */
export async function prepareForm(): Promise<void> {
  there = (await coming)?.CustomForm;
}

/** A browser does not request a module again once it failed; importAgain does. */
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

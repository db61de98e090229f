import { lazy } from 'react';
import { importAgain } from '../../ui/import-again.ts';
import { FORM_ID } from './form-id.ts';

const NEXT_TRY_MS = 10_000;

type FormPart = typeof import('./custom-form.tsx');

let there: FormPart | undefined;

/** Only the pages of events with their own form load the code for it. */
const LateForm = lazy(async () => ({ default: (await loadForm()).CustomForm }));
const LatePanel = lazy(async () => ({ default: (await loadForm()).OwnSignUpPanel }));

/** A form whose code is loaded is rendered at once. */
export function eventForm(): FormPart['CustomForm'] | typeof LateForm {
  return there?.CustomForm ?? LateForm;
}

export function ownSignUpPanel(): FormPart['OwnSignUpPanel'] | typeof LatePanel {
  return there?.OwnSignUpPanel ?? LatePanel;
}

/** If the page came with a form, its code is requested before React starts. If that fails, `LateForm` tries again. */
const coming =
  typeof document !== 'undefined' && document.getElementById(FORM_ID)
    ? import('./custom-form.tsx').catch(() => undefined)
    : undefined;

/** Waits until a form that came with the page can be rendered. If React started first, a change would render it again, empty. */
export async function prepareForm(): Promise<void> {
  there = await coming;
}

/** A browser does not request a module again after a failure, but importAgain does. */
async function loadForm(): Promise<FormPart> {
  for (;;) {
    try {
      return await importAgain(() => import('./custom-form.tsx'));
    } catch {
      await new Promise<unknown>((done) => {
        setTimeout(done, NEXT_TRY_MS);
        addEventListener('online', done, { once: true });
      });
    }
  }
}

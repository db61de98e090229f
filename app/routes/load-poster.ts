import { importAgain } from '../ui/import-again.ts';

/** Loads the code that sends one of the configuration's forms. */
export const loadPoster = () => importAgain(() => import('../ui/form/post-form.ts'));

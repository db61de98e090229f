import { importAgain } from '../ui/import-again.ts';

/** What sends one of the configuration's forms. */
export const loadPoster = () => importAgain(() => import('../ui/form/post-form.ts'));

export { postForms, prepareToken } from '../../ui/form/post-form.ts';
export { CompletionPanel } from './completion-panel.tsx';

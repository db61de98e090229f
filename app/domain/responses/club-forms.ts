import type { ClubConfig, FormName } from '../../config/club.ts';
import { chatInvite } from './chat-invite.ts';
import { contact } from './contact.ts';
import { execApplication } from './exec-application.ts';
import { merchOrder } from './merch-order.ts';
import { signUp } from './sign-up.ts';
import type { Target } from './form-definition.ts';

/** The five forms of the configuration (product.md 1), in the order in which the admin area lists them. */
export const TARGETS: Record<FormName, Target> = { signup: signUp, chatInvite, contact, execApplication, merchOrder };

/** The forms that this site receives itself: those whose action is a path on it. */
export function receivedTargets(forms: ClubConfig['forms']): Target[] {
  return Object.values(TARGETS).filter(({ name }) => forms[name].action.startsWith('/'));
}

/** The form whose action is `path` on this site; undefined where there is none. */
export function findTarget(forms: ClubConfig['forms'], path: string): Target | undefined {
  return Object.values(TARGETS).find(({ name }) => forms[name].action === path);
}

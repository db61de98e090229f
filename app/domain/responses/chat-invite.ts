import { email } from './rules.ts';
import type { Target } from './form-definition.ts';

/** The request for an invite to the chat community, sent with a sign-up that gives an e-mail. */
export const chatInvite = {
  name: 'chatInvite',
  title: 'Chat invites',
  fields: { email: email('Email', 'Please enter your email', { required: true }) },
} as const satisfies Target;

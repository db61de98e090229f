import { emailField } from '../email-field.ts';
import { z } from '../zod.ts';
import { ROLES } from '../roles.ts';

export const invitationInput = z.object({
  email: emailField('Please enter a valid email'),
  role: z.enum(ROLES, 'Please choose a role'),
});

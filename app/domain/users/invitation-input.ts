import { isEmail } from '../email-address.ts';
import { z } from '../zod.ts';
import { ROLES } from '../roles.ts';

const WRONG = 'Please enter a valid email';

export const invitationInput = z.object({
  email: z.string().trim().max(254, WRONG).refine(isEmail, WRONG),
  role: z.enum(ROLES, 'Please choose a role'),
});

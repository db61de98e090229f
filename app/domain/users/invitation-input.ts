import { emailField } from '../email-field.ts';
import { z } from '../zod.ts';
import { ROLES } from '../roles.ts';

export const MOST_COMMITTEES = 100;

export const committeesInput = z
  .array(z.string().min(1).max(768), 'Please choose committees')
  .max(MOST_COMMITTEES, `A person can be in ${MOST_COMMITTEES} committees at most`)
  .default([]);

export const invitationInput = z
  .object({
    email: emailField('Please enter a valid email'),
    role: z.enum(ROLES, 'Please choose a role'),
    committees: committeesInput,
  })
  .refine(({ role, committees }) => role !== 'committee' || committees.length > 0, {
    path: ['committees'],
    error: 'Please choose at least one committee',
  });

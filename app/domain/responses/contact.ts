import { email, line, longText } from './rules.ts';
import type { Target } from './form-definition.ts';

/** A message to the club (product.md 5): name and message have no rules. */
export const contact = {
  name: 'contact',
  title: 'Contact messages',
  fields: {
    name: line('Name'),
    email: email('Email', 'Please enter a valid email', { required: true }),
    message: longText('Message'),
  },
} as const satisfies Target;

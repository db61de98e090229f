import { email, line, requiredLine } from './rules.ts';
import type { Target, Words } from './form-definition.ts';

const studentId = ({ institution }: Words) => `${institution} Student ID`;

/** A merchandise order (product.md 3); behind `pages`. */
export const merchOrder = {
  name: 'merchOrder',
  title: 'Merchandise orders',
  fields: {
    email: email('Email', 'Please enter a valid email', { required: true }),
    id: requiredLine(studentId, (words) => `Please enter your ${studentId(words)}`),
    color: requiredLine('Color', 'Please enter a color'),
    size: requiredLine('Size', 'Please enter a size'),
    refnum: line('Payment reference number'),
  },
} as const satisfies Target;

import { plainText } from '../plain-text.ts';
import { z } from '../zod.ts';

const LONGEST_SUBJECT = 150;
/** Each person's mail holds a copy; a hundred thousand of them must still fit on a disk. */
const LONGEST_MESSAGE = 5000;

/**
 * Whom an officer can write to. 'Going' includes people who were checked in, and 'Everyone' includes people in a draw.
 */
export const RECIPIENTS = ['Going', 'Waitlist', 'Everyone'] as const;

export type MessageRecipients = (typeof RECIPIENTS)[number];

const RECIPIENT_STATES = {
  Going: ['going'],
  Waitlist: ['waiting'],
  Everyone: ['going', 'waiting', 'entered'],
} as const;

export function statesOf(to: MessageRecipients): readonly ('going' | 'waiting' | 'entered')[] {
  return RECIPIENT_STATES[to];
}

const text = (missing: string, longest: number) =>
  z
    .string('must be a text')
    .overwrite(plainText)
    .trim()
    .min(1, missing)
    .max(longest, `Please use at most ${longest.toLocaleString('en')} characters`);

export const messageInput = z.strictObject({
  to: z.enum(RECIPIENTS, 'Please choose whom to write to'),
  subject: text('Please enter a subject', LONGEST_SUBJECT),
  message: text('Please enter a message', LONGEST_MESSAGE),
});

export type MessageInput = z.infer<typeof messageInput>;

import { dayInput, noteInput, wayInput } from '../../members/payment.ts';
import { z } from '../../zod.ts';

/** A payment for a place, as somebody marks it. */
export const eventPaymentInput = z.strictObject({ on: dayInput, how: wayInput, note: noteInput });

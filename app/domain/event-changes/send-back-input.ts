import { textInput } from '../events/event.ts';
import { z } from '../zod.ts';

export const sendBackInput = z.object({ missing: textInput(2000).min(1, 'Please say what is missing') });

import { ownerInput } from '../handover/item-input.ts';
import { z } from '../zod.ts';

export const ownersInput = z.strictObject({ owner: ownerInput, secondOwner: ownerInput });

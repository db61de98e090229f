import { isDay } from '../../time/club-day.ts';
import { each, entry } from '../records/dialog.ts';
import { oneLine } from '../records/one-line.ts';
import { z } from '../zod.ts';

export const ownerInput = oneLine({ what: 'An owner', most: 200 });

const endsOnInput = z
  .string('must be a text')
  .trim()
  .refine((text) => text === '' || isDay(text), 'Please enter a day such as 2026-08-31');

const DIALOG_FIELDS = {
  title: entry('Item', oneLine({ what: 'An item', most: 200 }).min(1, 'Please enter what it is'), ''),
  owner: entry('Owner', ownerInput, ''),
  secondOwner: entry('Second owner', ownerInput.default(''), ''),
  endsOn: entry('Ends on', endsOnInput.default(''), ''),
};

export const ITEM_LABELS = each(DIALOG_FIELDS, 'label');
export const NEW_ITEM = each(DIALOG_FIELDS, 'initial');
export const itemInput = z.strictObject(each(DIALOG_FIELDS, 'input'));

import { z } from 'zod';
import { MOST_IMPORTED } from '../../../../domain/event-import/event-file.ts';
import { DATE_ORDERS } from '../../../../domain/table-files/days.ts';
import { EVENT_COLUMN_NAMES } from '../../../../event-files/csv-headings.ts';
import { EVENT_FORMATS } from '../../../../event-files/formats.ts';
import { IMPORT_AS } from './import-address.ts';

const MOST_COLUMNS = 10_000;

export const fileInput = {
  text: z.string(),
  format: z.enum(EVENT_FORMATS),
  order: z.enum(DATE_ORDERS).optional(),
  columns: z.partialRecord(z.enum(EVENT_COLUMN_NAMES), z.int().min(0).max(MOST_COLUMNS)).optional(),
};

const count = z.int().min(0);

export const importInput = {
  as: z.enum(IMPORT_AS),
  leftOut: z.array(z.string().max(40)).max(MOST_IMPORTED),
  expected: z.strictObject({ added: count, changed: count }),
};

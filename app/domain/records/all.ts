import { dscCards } from '../dsc.ts';
import { execs } from '../execs.ts';
import { food } from '../food.ts';

/** The records that are added, edited and removed one by one, by topic, in the order of the export. */
export const RECORDS = { exec: execs, food, dsc: dscCards } as const;

import { committees } from './committees/committee.ts';
import { dscCards } from './dsc.ts';
import { execs } from './execs.ts';
import { food } from './food.ts';
import { links } from './links/link.ts';
import { pages } from './pages/page.ts';
import { members } from './members/member.ts';
import { kinds } from './kinds/kind.ts';
import { subscribers } from './digest/subscriber.ts';
import { sponsors } from './sponsors/sponsor.ts';

/** An export has them in this order. */
export const RECORDS = {
  exec: execs,
  food,
  dsc: dscCards,
  page: pages,
  sponsor: sponsors,
  link: links,
  committee: committees,
  kind: kinds,
  member: members,
  subscriber: subscribers,
} as const;

type RecordTopic = keyof typeof RECORDS;

export type RecordTable = (typeof RECORDS)[RecordTopic]['table'];

export const RECORD_TABLES: readonly RecordTable[] = Object.values(RECORDS).map(({ table }) => table);

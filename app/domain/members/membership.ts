import { dayPlus, formatClubDay } from '../../time/club-day.ts';
import type { ClubClock } from '../../time/club-time.ts';

/** If `membership` is missing in the configuration, nobody is a member. */
export interface Membership {
  fee?: string | undefined;
  graceDays?: number | undefined;
}

const GRACE_DAYS = 14;

/** As figures and the filter name them; people in their days of grace count as lapsed. */
export const PAID_STATES = ['paid', 'unpaid', 'lapsed'] as const;

export type PaidState = (typeof PAID_STATES)[number];

/** `until` is the last day that is paid for, empty if nothing was paid; `today` is the club's day. */
export function paidStateOf(until: string, today: string): PaidState {
  if (until === '') return 'unpaid';
  return until >= today ? 'paid' : 'lapsed';
}

/** Whether somebody is a member: people still count for `graceDays` after they lapsed. */
export function countsAsMember(until: string, today: string, membership: Membership): boolean {
  return until !== '' && lastDayOf(until, membership) >= today;
}

function lastDayOf(until: string, { graceDays = GRACE_DAYS }: Membership): string {
  return dayPlus(until, graceDays);
}

/** What somebody reads who lapsed and still counts; null for everyone else. */
export function graceText(
  until: string,
  today: string,
  membership: Membership,
  clock: Pick<ClubClock, 'locale'>,
): string | null {
  if (paidStateOf(until, today) !== 'lapsed' || !countsAsMember(until, today, membership)) return null;
  return `You still count as a member until ${formatClubDay(lastDayOf(until, membership), clock)}.`;
}

/** 'Not paid', 'Paid until Aug 31, 2027', 'Lapsed Aug 31, 2026' */
export function paidText(until: string, today: string, clock: Pick<ClubClock, 'locale'>): string {
  const paidState = paidStateOf(until, today);
  if (paidState === 'unpaid') return 'Not paid';
  return `${paidState === 'paid' ? 'Paid until' : 'Lapsed'} ${formatClubDay(until, clock)}`;
}

import { createElement } from 'react';
import type { RouterContextProvider } from 'react-router';
import type { EventView } from '../../../domain/events/event-view.ts';
import { findMonth, viewMonth } from '../../../domain/events/month.ts';
import { cachedKind } from '../../../domain/kinds/list.ts';
import { cacheUntil } from '../../../http/cache/cache-until.ts';
import { siteContext } from '../../../http/context.server.ts';
import { namesOfWeekdays } from '../../../time/club-month.ts';
import { draw } from '../../../ui/draw.server.ts';
import { cachedQuery } from '../past-query.ts';
import { Month } from './month.tsx';
import { monthAddress } from './month-address.ts';

export interface MonthPage {
  title: string;
  path: string;
  /** The requested month; null for the present one. */
  month: string | null;
  isKnown: boolean;
  html: string;
}

interface Asked {
  month: string | null;
  /** The committee's key in the address. */
  committee: string | null;
  organiser: EventView['organiser'];
  /** The slug in the address. */
  slug: string | null;
  /** The kind's key. */
  kind: string | undefined;
}

/** Far months are answered but not cached, because there is no end of them. */
export async function readMonthPage(
  context: Readonly<RouterContextProvider>,
  { month: asked, committee, organiser, slug, kind }: Asked,
): Promise<MonthPage> {
  const { db, clock } = context.get(siteContext);
  const place = await findMonth(db, asked, clock.timeZone);
  const month = asked === place.month ? asked : null;
  const query = cachedQuery({
    committee: organiser?.key ?? null,
    kind: cachedKind(slug, kind),
    view: 'month',
    month,
  });
  if (place.isKnown) cacheUntil(context, { topics: ['event', 'committee'], query, untilMidnight: true });
  const view = await viewMonth(db, place, clock, { committee: committee ?? undefined, kind });
  const addressOf = (to: string | null = null) => monthAddress({ month: to, committee, kind: slug });
  const weekdays = namesOfWeekdays(clock.locale);
  return {
    title: view.title,
    path: monthAddress({ month: place.month, committee: null, kind: null }),
    month,
    isKnown: place.isKnown,
    html: draw(createElement(Month, { ...view, place, weekdays, addressOf })),
  };
}

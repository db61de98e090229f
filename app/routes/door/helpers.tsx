import { useEffect } from 'react';
import { data } from 'react-router';
import { eventName } from '../../domain/events/titles.ts';
import { findDoorLink } from '../../domain/sign-ups/door/links.ts';
import { siteContext } from '../../http/context.server.ts';
import { inBackground } from '../../ui/in-background.ts';
import { Page } from '../../ui/page.tsx';
import { headOf } from '../../ui/site-facts.ts';
import type { Route } from './+types/helpers';
import { DoorScreen } from './door-screen.tsx';
import type { DoorPage } from './people-list.tsx';
import { forgetOffline } from './cache-door.ts';
import { LeftBehind } from './not-sent.tsx';

const UNKNOWN = 'This link leads to no door.';

/** The page contains no names, because phones store it for when there is no network. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const { db, clock } = context.get(siteContext);
  const link = await findDoorLink(db, token);
  if (!link) return data<DoorPage | null>(null, { status: 404 });
  const title = eventName(link.event.title);
  return data<DoorPage | null>({ door: `/door/${token}`, title, clock, helpers: null, isOpen: true });
}

/** The open door follows its own stream. What this page shows of the link changes only when the link ends. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...headOf(matches, { title: loaderData ? `Door: ${loaderData.title}` : UNKNOWN, description: '', path: '/door' }),
  { name: 'robots', content: 'noindex' },
];

export default function HelpersDoor({ loaderData, params: { token } }: Route.ComponentProps) {
  useEffect(() => {
    if (!loaderData) inBackground(forgetOffline(`/door/${token}`).catch(() => undefined));
  }, [loaderData, token]);
  if (loaderData) {
    return (
      <div data-dense>
        <DoorScreen page={loaderData} />
      </div>
    );
  }
  return (
    <Page narrow>
      <h1>{UNKNOWN}</h1>
      <p>It may have been stopped, or the event is over. Ask the person who sent it for a new one.</p>
      <LeftBehind door={`/door/${token}`} />
    </Page>
  );
}

import { needs } from '../../../auth/middleware.server.ts';
import { countDoorLinks } from '../../../domain/sign-ups/door/links.ts';
import { requireDoor } from '../../../domain/sign-ups/door/door.ts';
import { toLoaderData } from '../../../http/actions.ts';
import { siteContext } from '../../../http/context.server.ts';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { headOf } from '../../../ui/site-facts.ts';
import type { Route } from './+types/door';
import { DoorScreen, type DoorPage } from './door-screen.tsx';

export const middleware = [needs('handle responses')];

/** The page holds nobody's name: a phone keeps it for when there is no network. */
export async function loader({ context, params: { id } }: Route.LoaderArgs): Promise<DoorPage> {
  const { db, clock } = context.get(siteContext);
  return toLoaderData(async () => {
    const { title, event } = await requireDoor(db, id);
    const door = `/admin/events/${encodeURIComponent(id)}/door`;
    return { door, title, clock, links: await countDoorLinks(db, event) };
  });
}

export const handle = { topics: ['door', 'event', 'draft'] } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches, loaderData, params: { id } }) =>
  headOf(matches, {
    title: `Door: ${loaderData?.title ?? ''}`,
    description: 'Check people in as they arrive.',
    path: `/admin/events/${encodeURIComponent(id)}/door`,
  });

export default function AdminDoor({ loaderData }: Route.ComponentProps) {
  return <DoorScreen page={loaderData} />;
}

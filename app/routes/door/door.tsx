import { needs } from '../../auth/middleware.server.ts';
import { findForm } from '../../domain/forms/event-form.ts';
import { countDoorLinks, isDoorOpen } from '../../domain/sign-ups/door/links.ts';
import { requireDoor } from '../../domain/sign-ups/door/door.ts';
import { hasPayments } from '../../domain/sign-ups/payments/list-payments.ts';
import { toLoader, type ActionInput } from '../../http/actions.ts';
import type { LiveHandle } from '../../ui/live/use-live.ts';
import { headOf } from '../../ui/site-facts.ts';
import type { Route } from './+types/door';
import { DoorScreen } from './door-screen.tsx';
import type { DoorPage } from './people-list.tsx';

export const middleware = [needs('handle responses')];

/** The page contains no names, because phones store it for when there is no network. */
export const loader = toLoader(
  async ({ site: { db, clock }, params: { id } }: ActionInput<Route.LoaderArgs>): Promise<DoorPage> => {
    const { title, event, formId } = await requireDoor(db, id);
    const helpers = {
      links: await countDoorLinks(db, event),
      hasAnswers: (await findForm(db, formId)).fields.some(({ atDoor }) => atDoor),
      hasPayments: await hasPayments(db, event),
    };
    return { door: addressOf(id), title, clock, helpers, isOpen: isDoorOpen(event) };
  },
);

function addressOf(id: string): string {
  return `/admin/events/${encodeURIComponent(id)}/door`;
}

export const handle = { topics: ['door', 'event', 'draft'] } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches, loaderData, params: { id } }) =>
  headOf(matches, {
    title: `Door: ${loaderData?.title ?? ''}`,
    description: 'Check people in as they arrive.',
    path: addressOf(id),
  });

export default function AdminDoor({ loaderData }: Route.ComponentProps) {
  return <DoorScreen page={loaderData} />;
}

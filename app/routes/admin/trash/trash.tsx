import { Link } from 'react-router';
import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { formatDay, formatMoment, type ClubClock } from '../../../time/club-time.ts';
import { bringBack } from '../../../domain/bring-back.ts';
import { TRASH_DAYS } from '../../../domain/day-count.ts';
import { viewTrash, type TrashView } from '../../../domain/trash.ts';
import { nounOf, TOPICS } from '../../../domain/topics.ts';
import { toActionResult, toLoaderData, readCommand } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { AdminScreen } from '../../../ui/admin/screen.tsx';
import { sayDone, sayFailure } from '../../../ui/admin/toasts.tsx';
import { useSend } from '../../../ui/admin/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { headOf } from '../../../ui/site-facts.ts';
import type { Route } from './+types/trash';
import styles from './trash.module.css';

const MOST = 100;

/** What is removed or brought back is notified under its own topic. */
export const handle = { topics: [...TOPICS] } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, {
    title: 'Trash',
    description: `What was removed in the last ${TRASH_DAYS} days.`,
    path: '/admin/trash',
  });

export const middleware = [needs('manage the club')];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(siteContext);
  const limit = new URL(request.url).searchParams.has('all') ? undefined : MOST;
  return { clock, trash: await toLoaderData(() => viewTrash(db, context.get(actorContext), limit)) };
}

const command = z.strictObject({ verb: z.literal('bring back'), key: z.string().min(1).max(100) });

export function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(siteContext);
  return toActionResult(async () => {
    const { key } = await readCommand(request, command);
    const { note } = await bringBack(db, context.get(actorContext), key);
    return { note };
  });
}

export default function Trash({ loaderData: { clock, trash } }: Route.ComponentProps) {
  const { removals, total } = trash;
  return (
    <AdminScreen title="Trash">
      <p className={styles.intro}>
        What is removed stays here for {TRASH_DAYS} days, with its pictures, form and responses.
      </p>
      {removals.length === 0 && <Empty>The trash is empty.</Empty>}
      {removals.length > 0 && (
        <ul role="list" aria-label="Removed">
          {removals.map((removal) => (
            <Removal key={removal.key} removal={removal} clock={clock} />
          ))}
        </ul>
      )}
      {removals.length < total && (
        <p>
          The newest {removals.length} of {total.toLocaleString('en')} are shown.{' '}
          <Link to="?all" preventScrollReset>
            Show all
          </Link>
        </p>
      )}
    </AdminScreen>
  );
}

function Removal({ removal, clock }: { removal: TrashView['removals'][number]; clock: ClubClock }) {
  const { key, topic, title, removedBy, removedAt, keptUntil } = removal;
  const name = title || `Untitled ${nounOf(topic)}`;
  const sending = useSend<typeof action>((answer) => {
    if (answer.ok) sayDone([name], 'brought back', answer.note);
    else sayFailure(answer.error);
  });
  return (
    <li className={styles.removal}>
      <div>
        <strong className={styles.title}>{name}</strong>
        <span className={styles.facts}>
          <span className={styles.noun}>{nounOf(topic)}</span>, removed by {removedBy} on{' '}
          {formatMoment(removedAt, clock)}
        </span>
        <span className={styles.facts}>Can be brought back until {formatDay(keptUntil, clock)}</span>
      </div>
      <Button
        quiet
        aria-label={`Bring back ${name}`}
        aria-disabled={sending.busy || undefined}
        onClick={() => sending.send({ verb: 'bring back', key })}
      >
        {sending.busy ? 'Bringing back…' : 'Bring back'}
      </Button>
    </li>
  );
}

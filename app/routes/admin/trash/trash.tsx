import { Link } from 'react-router';
import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { formatDay, formatMoment, type ClubClock } from '../../../time/club-time.ts';
import { bringBack } from '../../../domain/bring-back.ts';
import { TRASH_DAYS } from '../../../domain/trash-days.ts';
import { viewTrash, type Trashed } from '../../../domain/trash.ts';
import { nounOf, TOPICS } from '../../../domain/topics.ts';
import { toLoader, toAction } from '../../../http/actions.ts';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import { doneText } from '../../../ui/admin/toasts.tsx';
import { useCommands } from '../../../ui/admin/commands.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import type { Route } from './+types/trash';
import * as rows from '../../../ui/admin/rows.module.css';
import * as styles from './trash.module.css';

const MOST = 100;

/** Removing or restoring a record publishes a change of its own topic. */
export const handle = { topics: [...TOPICS] } satisfies LiveHandle;

export const meta = screenHead({
  title: 'Trash',
  description: `What was removed in the last ${TRASH_DAYS} days.`,
  path: '/admin/trash',
});

export const middleware = [needs('manage the club')];

export const loader = toLoader(async ({ site: { db, clock }, actor, request }) => {
  const limit = new URL(request.url).searchParams.has('all') ? undefined : MOST;
  return { clock, trash: await viewTrash(db, actor, limit) };
});

const command = z.strictObject({ verb: z.literal('bring back'), key: z.string().min(1).max(100) });

export const action = toAction(async ({ site, actor, read }) => {
  const { note } = await bringBack(site.db, actor, (await read(command)).key, site.mailing);
  return { note };
});

export default function Trash({ loaderData: { clock, trash } }: Route.ComponentProps) {
  const { removals, total } = trash;
  const run = useCommands();
  const bringBackOne = (key: string, name: string) =>
    run({
      payload: { verb: 'bring back', key },
      done: ({ note }) => doneText([name], 'brought back', note),
      goes: true,
    });
  return (
    <AdminScreen title="Trash">
      <p className={styles.intro}>
        What is removed stays here for {TRASH_DAYS} days, with its pictures, form and responses.
      </p>
      {removals.length === 0 && <Empty>The trash is empty.</Empty>}
      {removals.length > 0 && (
        <ul role="list" aria-label="Removed">
          {removals.map((removal) => (
            <Removal key={removal.key} removal={removal} clock={clock} onBringBack={bringBackOne} />
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

interface RemovalProps {
  removal: Trashed & { retainedUntil: number };
  clock: ClubClock;
  onBringBack: (key: string, name: string) => void;
}

function Removal({ removal, clock, onBringBack }: RemovalProps) {
  const { key, topic, title, removedBy, removedAt, retainedUntil } = removal;
  const name = title || `Untitled ${nounOf(topic)}`;
  return (
    <li className={rows.row}>
      <div>
        <strong className={rows.name}>{name}</strong>
        <span className={rows.facts}>
          <span className={styles.noun}>{nounOf(topic)}</span>, removed by {removedBy} on{' '}
          {formatMoment(removedAt, clock)}
        </span>
        <span className={rows.facts}>Can be brought back until {formatDay(retainedUntil, clock)}</span>
      </div>
      <Button quiet aria-label={`Bring back ${name}`} onClick={() => onBringBack(key, name)}>
        Bring back
      </Button>
    </li>
  );
}

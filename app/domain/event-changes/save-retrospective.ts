import type { Database } from '../../db/db.server.ts';
import { checkInput } from '../check-input.ts';
import { Rejected } from '../errors.ts';
import type { PayingClub } from '../sign-ups/payments/sentences.ts';
import { requireSomewhere, type Actor } from '../actor.ts';
import { toEvent } from '../events/event.ts';
import { retrospectiveInput } from '../events/retrospective.ts';
import { isOver } from '../events/times.ts';
import { lockOwn, requireUnchanged, saveOver, type EventUpdate } from './seen-event.ts';

/**
 * Notes how an event went, for anyone who plans the next one. Returns the version to save over next.
 * @throws NotAllowed, Rejected before it is over, NotFound, Stale when someone else saved it meanwhile.
 */
export async function saveRetrospective(
  db: Database,
  actor: Actor | null,
  { input, ...seen }: EventUpdate,
  club: PayingClub,
): Promise<{ version: number }> {
  requireSomewhere(actor, 'change events');
  const { ranOut, change, cost, came } = checkInput(retrospectiveInput, input);
  await db.write(async (tx) => {
    await lockOwn(tx, actor, [seen.key]);
    const before = await requireUnchanged(tx, seen, { actor, club });
    if (!isOver(toEvent(before), club.clock.timeZone)) throw new Rejected('This event is not over yet.');
    const notes = { retro_ran_out: ranOut || null, retro_change: change || null, retro_cost: cost || null };
    const after = { ...before, ...notes, retro_came: came === '' ? null : Number(came) };
    await saveOver(tx, before, after, { action: 'save retrospective', actor }, { actor, club });
  });
  return { version: seen.version + 1 };
}

import type { SiteText } from '../../config/club.ts';
import type { Reader } from '../../db/db.server.ts';
import { listExecs } from '../execs.ts';
import { hasAccepted } from '../mail/accepted.ts';
import { findSlideshow } from '../slideshow.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { listRoles } from '../users/accounts.ts';

/** A name or link of the sample that is still live; `path` is its place in the club's file. */
interface LiveText {
  path: string;
  kind: SiteText['kind'];
}

export interface FirstStep {
  label: string;
  to: string;
  isDone: boolean;
}

const ENOUGH_EXECS = 3;

/**
 * The steps that a club takes once; empty when all are done. `sample` is what is still live of the sample.
 * @throws NotAllowed
 */
export async function listFirstSteps(
  db: Reader,
  actor: Actor | null,
  { sample, isMailSetUp }: { sample: LiveText[]; isMailSetUp: boolean },
): Promise<FirstStep[]> {
  requireCapability(actor, 'manage the club');
  const isLeft = (matches: (text: LiveText) => boolean) => sample.some(matches);
  const isChat = ({ path }: LiveText) => path.startsWith('chat.');
  const [execs, event, slideshow, people, isAccepted] = await Promise.all([
    listExecs(db, true),
    db.query.selectFrom('events').select('key').limit(1).executeTakeFirst(),
    findSlideshow(db),
    listRoles(db),
    hasAccepted(db),
  ]);
  const steps = [
    step('Name and short name', '/admin/texts', !isLeft(({ path }) => path === 'club.name')),
    step('Chat', '/admin/texts', !isLeft(isChat)),
    step('Links', '/admin/texts', !isLeft((text) => text.kind === 'address' && !isChat(text))),
    step('Three executives', '/admin/execs', execs.length >= ENOUGH_EXECS),
    step('A first event', '/admin/events#add', event !== undefined),
    step('Pictures for the home page', '/admin/files', slideshow.files.length > 0),
    step('A second Admin', '/admin/people', people.filter(({ role }) => role === 'admin').length > 1),
    step('Mail that arrives', '/admin/home#unsent-mail', isMailSetUp && isAccepted),
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}

function step(label: string, to: string, isDone: boolean): FirstStep {
  return { label, to, isDone };
}

import { inChunks, type Writer } from '../../db/db.server.ts';
import { deleteEntries } from '../forms/delete-entries.ts';
import { publicEvents } from '../events/visibility.ts';
import { forgetMailAbout, type ResponseRef } from '../sign-ups/mail-about-responses.ts';
import { isSeen } from '../sign-ups/rules.ts';
import { forgetLinks } from '../sign-ups/links.ts';

/** A statement's parameters are limited. */
const AT_ONCE = 500;

/** Gives back how many there were: what somebody else has erased meanwhile does not count. */
export async function eraseResponses(tx: Writer, responses: ResponseRef[]): Promise<number> {
  let erased = 0;
  for (const [place, some] of Map.groupBy(responses, ({ kind, form }) => `${kind}/${form}`)) {
    const [{ kind, form } = { kind: 'event' as const, form: place }] = some;
    const keys = some.map(({ key }) => key);
    let isShown = false;
    for (const part of inChunks(keys, AT_ONCE)) {
      const gone = await deleteRows(tx, kind, form, part);
      for (const { key } of gone) tx.changed(kind === 'event' ? 'entry' : 'submission', `${form}/${key}`);
      isShown ||= gone.some(({ state }) => isSeen(state));
      erased += gone.length;
    }
    if (kind === 'event') await forgetSignUps(tx, form, keys, isShown);
  }
  await forgetMailAbout(tx, responses);
  return erased;
}

async function forgetSignUps(tx: Writer, form: string, keys: string[], isShown: boolean): Promise<void> {
  for (const part of inChunks(keys, AT_ONCE)) await forgetLinks(tx, form, part);
  if (!isShown) return;
  const events = await publicEvents(tx).select('key').where('form_id', '=', form).execute();
  for (const { key } of events) tx.changed('places', key);
}

async function deleteRows(tx: Writer, kind: ResponseRef['kind'], form: string, keys: string[]) {
  if (kind === 'event') return deleteEntries(tx, form, keys);
  const gone = tx.query.deleteFrom('submissions').where('form', '=', form).where('key', 'in', keys);
  return gone.returning(['key', (is) => is.val(null).as('state')]).execute();
}

import { inChunks, type Writer } from '../../db/db.server.ts';
import { publicEvents } from '../events/visibility.ts';
import { forgetMailAbout, type ResponseRef } from '../sign-ups/mail-about-responses.ts';
import { countsPublicly } from '../sign-ups/rules.ts';
import { eraseEntries } from '../sign-ups/carry-out.ts';

/** A statement's parameters are limited. */
const AT_ONCE = 500;

/** Returns how many were erased, without those that somebody else erased meanwhile. */
export async function eraseResponses(tx: Writer, responses: ResponseRef[]): Promise<number> {
  let erased = 0;
  for (const [place, some] of Map.groupBy(responses, ({ kind, form }) => `${kind}/${form}`)) {
    const [{ kind, form } = { kind: 'event' as const, form: place }] = some;
    const keys = some.map(({ key }) => key);
    erased += kind === 'event' ? await eraseOfEvent(tx, form, keys) : await eraseSubmissions(tx, form, keys);
  }
  return erased;
}

async function eraseOfEvent(tx: Writer, form: string, keys: string[]): Promise<number> {
  const gone = await eraseEntries(tx, form, keys);
  if (gone.some(({ state }) => countsPublicly(state))) {
    const events = await publicEvents(tx).select('key').where('form_id', '=', form).execute();
    for (const { key } of events) tx.changed('places', key);
  }
  return gone.length;
}

async function eraseSubmissions(tx: Writer, form: string, keys: string[]): Promise<number> {
  let erased = 0;
  for (const part of inChunks(keys, AT_ONCE)) {
    const rows = tx.query.deleteFrom('submissions').where('form', '=', form).where('key', 'in', part);
    const gone = await rows.returning('key').execute();
    for (const { key } of gone) tx.changed('submission', `${form}/${key}`);
    erased += gone.length;
  }
  await forgetMailAbout(
    tx,
    keys.map((key) => ({ kind: 'club', form, key })),
  );
  return erased;
}

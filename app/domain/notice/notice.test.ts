import { describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { listActivity } from '../activity.ts';
import { NotAllowed, Rejected, Stale } from '../errors.ts';
import { findNotice, saveNotice } from './save-notice.ts';

const TORONTO = 'America/Toronto';
const NOTICE = { text: 'The room is closed.', url: '', from: '', fromOccurrence: '', until: '', untilOccurrence: '' };

describe.each(databases)('the notice on %s', (_, open) => {
  const site = freshDatabase(open);

  const save = (given: object, version = 0, actor = admin) =>
    saveNotice(site.db, actor, TORONTO, { version, input: { ...NOTICE, ...given } });
  const refusedAt = async (given: object) => {
    const error = await save(given).catch((reason: unknown) => reason);
    return error instanceof Rejected ? error.fields : error;
  };

  test('is saved by the club’s clocks, over what one has seen', async () => {
    expect(await findNotice(site.db)).toMatchObject({ text: '', version: 0 });
    const times = { from: '2026-11-20T09:00', until: '2026-11-21T09:00' };
    expect(await save({ url: 'https://club.example.com/room', ...times })).toEqual({ version: 1 });
    const stored = await findNotice(site.db);
    expect(stored).toMatchObject({ text: 'The room is closed.', url: 'https://club.example.com/room' });
    expect([stored.from, stored.until]).toEqual([Date.UTC(2026, 10, 20, 14), Date.UTC(2026, 10, 21, 14)]);
    const late = save({ text: 'Other' });
    await expect(late).rejects.toThrow(Stale);
    await expect(late).rejects.toMatchObject({ current: { text: 'The room is closed.', version: 1 } });
    expect(await save({ text: '' }, 1)).toEqual({ version: 2 });
    expect((await listActivity(site.db, admin, 5)).map(({ verb, title }) => `${verb} ${title}`)).toEqual([
      'updated none',
      'updated The room is closed.',
    ]);
  });

  test('what is wrong is said at its field, and nothing is saved', async () => {
    const times = { from: '2026-11-21T09:00', until: '2026-11-20T09:00' };
    expect(await refusedAt(times)).toEqual({ until: '‘Until’ is before ‘From’' });
    expect(await refusedAt({ ...times, until: times.from })).toHaveProperty('until');
    expect(await refusedAt({ text: 'x'.repeat(201) })).toEqual({ text: 'A notice can have 200 characters at most' });
    expect(await refusedAt({ text: 'one\ntwo' })).toEqual({ text: 'A notice is one line' });
    for (const url of [
      'http://club.example.com',
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'events/talk',
      'https://',
      'https://me@a.example/',
    ])
      expect(await refusedAt({ url })).toEqual({
        url: 'Please enter a link that begins with https:// or with / for a page of this site',
      });
    for (const url of ['/events/talk?year=2026#more', '/'])
      expect(await refusedAt({ url, until: 'soon' })).not.toHaveProperty('url');
    expect(await refusedAt({ until: 'soon' })).toHaveProperty('until');
    // The clocks go back: 01:30 comes twice.
    expect(await refusedAt({ from: '2026-11-01T01:30' })).toHaveProperty('fromOccurrence');
    expect(await findNotice(site.db)).toMatchObject({ text: '', version: 0 });
    expect(await save({ text: 'x'.repeat(200) })).toEqual({ version: 1 });
  });

  test.each(['events', 'viewer', 'treasurer', null] as const)('is not for the role %s to change', async (role) => {
    await expect(save({}, 0, { ...admin, role })).rejects.toThrow(NotAllowed);
  });
});

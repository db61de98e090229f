import { describe, expect, test } from 'vitest';
import { admin, member } from '../../test/actors.ts';
import { databases, freshDatabase } from '../../test/databases.ts';
import { listActivity } from './activity.ts';
import { NotAllowed, NotFound, Rejected, Stale } from './errors.ts';
import { changeText, listChangedTexts, viewTexts, type TextsOfFile } from './texts.ts';
import type { Change } from './topics.ts';
import type { Actor } from './actor.ts';

const file: TextsOfFile = {
  texts: [{ path: 'club.tagline', label: 'Tagline', text: 'As in the file' }],
  read: ({ text }) => (text.trim() ? { text: text.trim() } : { reason: 'must not be empty' }),
};
const editor: Actor = { ...member, name: 'Eve', role: 'editor' };
const path = 'club.tagline';

describe.each(databases)('texts, on %s', (_, open) => {
  const site = freshDatabase(open);

  const change = (text: string | null, version: number, actor: Actor | null = editor) =>
    changeText(site.db, actor, file, { path, text, version });
  const changed = () => listChangedTexts(site.db);
  const titles = async () => (await listActivity(site.db, admin, 9)).map(({ who, verb, title }) => [who, verb, title]);

  test('a text is changed, told of once it is stored, and goes back to the file’s', async () => {
    const told: Change[] = [];
    site.db.onCommit((changes) => {
      told.push(...changes);
    });
    expect(await change(' All are welcome ', 0)).toEqual({ version: 1 });
    expect(await changed()).toEqual([{ path, text: 'All are welcome', version: 1 }]);
    expect(told).toEqual([{ topic: 'text', key: path }]);
    expect(await change(null, 1)).toEqual({ version: 2 });
    expect(await changed()).toEqual([]);
    expect(await viewTexts(site.db, editor)).toEqual([{ path, text: null, version: 2 }]);
    const [back, first] = await titles();
    expect(first).toEqual(['Eve', 'changed', 'Tagline: ‘As in the file’ → ‘All are welcome’']);
    expect(back).toEqual(['Eve', 'changed', 'Tagline: ‘All are welcome’ → ‘As in the file’']);
  });

  test('saving what stands there already changes nothing; the file’s own text is no change of it', async () => {
    await change('All are welcome', 0);
    expect(await change('All are welcome', 1)).toEqual({ version: 1 });
    await change('As in the file', 1);
    expect(await changed()).toEqual([]);
    expect(await titles()).toHaveLength(2);
  });

  test('nobody saves over what they have not seen', async () => {
    await change('Mine', 0);
    const refused = change('Yours', 0);
    await expect(refused).rejects.toThrow(Stale);
    await expect(refused).rejects.toMatchObject({ current: { version: 1, text: 'Mine' } });
    const both = await Promise.allSettled([change('One', 1), change('Other', 1)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('what the configuration refuses is refused at the field', async () => {
    await expect(change('  ', 0)).rejects.toMatchObject({ fields: { text: 'This must not be empty.' } });
    await expect(change('  ', 0)).rejects.toThrow(Rejected);
    expect(await changed()).toEqual([]);
  });

  test('what was stored for another file is kept until somebody removes it, and cannot be changed', async () => {
    const other = { ...file, texts: [] };
    await change('All are welcome', 0);
    await expect(changeText(site.db, editor, other, { path, text: 'New', version: 1 })).rejects.toThrow(NotFound);
    expect(await changed()).toHaveLength(1);
    await changeText(site.db, editor, other, { path, text: null, version: 1 });
    expect(await changed()).toEqual([]);
  });

  test.each([null, member, { ...member, role: 'events' }, { ...member, role: 'viewer' }] as const)(
    'only admins and editors see and change them: not %o',
    async (actor) => {
      await expect(change('Mine', 0, actor)).rejects.toThrow(NotAllowed);
      await expect(viewTexts(site.db, actor)).rejects.toThrow(NotAllowed);
    },
  );
});

import { findForm } from '../app/domain/forms/event-form.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requestLists, keysOfList } from './request-lists.ts';
import { databases } from './databases.ts';
import { openSource, type TestSource } from './event-rows.ts';

let source: TestSource;

afterEach(async () => {
  await source.close();
});

const ask = (path: string, init?: RequestInit) => requestLists(source, path, init);
const keysOf = (path: string) => keysOfList(source, path);

describe.each(databases)('the other lists on %s', (_name, open) => {
  beforeEach(async () => {
    source = await openSource(open);
  });

  test('executives, all or by whether they are current', async () => {
    const exec = { title: 'President', description: null, image: null, extra: null, version: 0, updated_at: 0 };
    await source.db.write(({ query }) =>
      query
        .insertInto('execs')
        .values([
          { ...exec, key: 'a', name: 'Old', is_current: 0 },
          { ...exec, key: 'b', name: 'New', is_current: 1 },
          { ...exec, key: 'c', name: 'Unsaid', is_current: 1 },
        ])
        .execute(),
    );
    expect(await keysOf('/api/execs?current=true')).toEqual(['b', 'c']);
    expect(await keysOf('/api/execs?current=false')).toEqual(['a']);
    expect(await keysOf('/api/execs')).toEqual(['b', 'c', 'a']);
    expect((await ask('/api/execs?current=false')).body).toStrictEqual([
      { $key: 'a', name: 'Old', title: 'President', description: '', isCurrentExec: false, image: null },
    ]);
    const refused = await ask('/api/execs?current=yes');
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ error: 'current must be true or false.' });
  });

  test('the menu, whole or one section', async () => {
    const item = { extra: null, version: 0, updated_at: 0 };
    await source.db.write(({ query }) =>
      query
        .insertInto('food')
        .values([
          { ...item, key: 'a', name: 'Tea', section: 'Drink', price: 1.5 },
          { ...item, key: 'b', name: 'Bagel', section: 'Food', price: null },
        ])
        .execute(),
    );
    expect(await keysOf('/api/food')).toEqual(['a', 'b']);
    const drinks = await ask('/api/food?section=Drink');
    expect(drinks.body).toStrictEqual([{ $key: 'a', name: 'Tea', section: 'Drink', price: 1.5 }]);
    expect(drinks.kept).toEqual({ topics: ['food'], query: { section: 'Drink' } });
    const unknown = await ask('/api/food?section=Nope');
    expect([unknown.status, unknown.body, unknown.kept]).toEqual([200, [], undefined]);
  });

  test('cards by position', async () => {
    const card = { text: '<p>Hi</p>', img: null, img_alt: null, extra: null, version: 0, updated_at: 0 };
    await source.db.write(({ query }) =>
      query
        .insertInto('dsc')
        .values([
          { ...card, key: 'a', title: 'Second', position: 2 },
          { ...card, key: 'b', title: 'First', position: 1 },
        ])
        .execute(),
    );
    expect(await keysOf('/api/dsc')).toEqual(['b', 'a']);
    expect((await ask('/api/dsc')).body[0]).toStrictEqual({
      $key: 'b',
      title: 'First',
      text: '<p>Hi</p>',
      img: null,
      imgAlt: '',
      position: 1,
    });
  });

  test('the files object, with a slideshow even when there is none', async () => {
    expect((await ask('/api/files')).body).toStrictEqual({ homeSlideshow: [] });
    const slides = [{ path: '2026/1/5/g', name: 'a.jpg', url: '/files/2026/1/5/g/a.jpg' }];
    const setting = { version: 0, updated_at: 0 };
    await source.db.write(({ query }) =>
      query
        .insertInto('files_settings')
        .values([
          { ...setting, key: 'homeSlideshow', value: JSON.stringify(slides) },
          { ...setting, key: 'footer', value: '"kept"' },
        ])
        .execute(),
    );
    expect((await ask('/api/files')).body).toStrictEqual({ homeSlideshow: slides, footer: 'kept' });
  });

  test('a form, or no fields for an unknown id', async () => {
    const fields = [
      { name: 'aaaaaaaaaa', type: 'text', description: 'Name', required: true },
      { name: 'bbbbbbbbbb', type: 'radio', description: 'Size', required: false, options: ['S', 'L'] },
      { name: 'cccccccccc', type: 'text', description: ' ', required: false },
    ];
    await source.db.write(({ query }) =>
      query
        .insertInto('forms')
        .values({ id: 'AbCdEfGhIj', fields: JSON.stringify(fields), extra: null, version: 0, updated_at: 0 })
        .execute(),
    );
    expect((await ask('/api/forms/AbCdEfGhIj')).body).toStrictEqual({ $key: 'AbCdEfGhIj', fields });
    // An import may leave a label empty; people still need a name for the field.
    const asked = (await findForm(source.db, 'AbCdEfGhIj')).fields;
    expect(asked.map(({ description }) => description)).toEqual(['Name', 'Size', 'Question 3']);
    for (const id of ['nobody', '__proto__']) {
      const { status, body, kept } = await ask(`/api/forms/${id}`);
      expect([status, body, kept]).toEqual([200, { fields: [] }, undefined]);
    }
  });
});

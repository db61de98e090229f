import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClubConfig } from '../app/config/club.ts';
import sample from '../club.config.ts';
import { startApp, type RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { visitorOf } from './visitor.ts';

const PAGES = ['/services', '/dsc', '/apply', '/merch'];

describe('optional pages', () => {
  let app: RunningApp;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clubroom-pages-'));
    const club: ClubConfig = structuredClone(sample);
    club.pages = { services: true, dsc: true, apply: true, merch: true };
    await writeFile(join(folder, 'club.json'), JSON.stringify(club));
    app = await startApp({ env: { CLUB_CONFIG: join(folder, 'club.json') } });
  });

  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const textOf = async (path: string) => {
    const answer = await app.get(path);
    expect(answer.status).toBe(200);
    return (await answer.text()).replaceAll(/<script[^]*?<\/script>/g, '').replaceAll('<!-- -->', '');
  };

  test('services: what the club offers, and the menu by section with prices', async () => {
    expect(await textOf('/services')).toContain('There is nothing on the menu right now.');
    const item = { extra: null, version: 0, updated_at: 0 };
    await app.site.db.write(async ({ query, changed }) => {
      await query
        .insertInto('food')
        .values([
          { ...item, key: 'a', name: 'Samosa', section: 'Food', price: 1.5 },
          { ...item, key: 'b', name: 'Tea', section: 'Drink', price: 0 },
          { ...item, key: 'c', name: 'Bagel', section: 'Food', price: 1234 },
        ])
        .execute();
      changed('food', 'a');
    });
    const text = await textOf('/services');
    expect(text).toContain('Low-price food, sold from our room.');
    const shown = [...text.matchAll(/<(h3|dt|dd)[^>]*>([^<]*)</g)].map(([, , content]) => content);
    expect(shown).toEqual(['Drink', 'Tea', '$0.00', 'Food', 'Bagel', '$1,234.00', 'Samosa', '$1.50']);
  });

  test('dsc: the cards by position, harmless, and the next dsc event', async () => {
    const card = { img: null, img_alt: null, extra: null, version: 0, updated_at: 0 };
    await insertEvents(app.site.db, eventRow('e1', { title: 'Plain evening', time_start: 4e12 }));
    await insertEvents(app.site.db, eventRow('e2', { title: 'Study jam', time_start: 4.1e12, dsc_event: 1 }));
    await app.site.db.write(async ({ query, changed }) => {
      await query
        .insertInto('dsc')
        .values([
          { ...card, key: 'b', title: 'Second', text: '<p onclick="x()">Two</p><script>x()</script>', position: 2 },
          { ...card, key: 'a', title: 'First', text: '<a href="https://example.com">Out</a>', position: 1 },
        ])
        .execute();
      changed('dsc', 'a');
    });
    const text = await textOf('/dsc');
    expect(text.indexOf('First')).toBeLessThan(text.indexOf('Second'));
    expect(text).toContain('<a href="https://example.com" target="_blank" rel="noopener noreferrer">Out</a>');
    expect(text).toContain('<p>Two</p>');
    expect(text).toContain('Study jam');
    expect(text).not.toContain('Plain evening');
    expect(text).toContain('/images/placeholder.svg');
  });

  test.each([
    ['/apply', ['Name', 'Email', 'Why do you want to join the executive team?', 'Current year of study'], 'Apply'],
    ['/merch', ['Email', 'Quillmoor Student ID', 'Color', 'Size', 'Payment reference number'], 'Order'],
  ])('%s has its form', async (path, labels, button) => {
    const text = await textOf(path);
    for (const label of labels) expect(text).toMatch(new RegExp(`<label[^>]*>${label.replace('?', '\\?')}</label>`));
    expect(text).toMatch(new RegExp(`<button[^>]*type="submit"[^>]*><span>${button}</span></button>`));
    expect(text).toContain('Sending this form needs JavaScript.');
  });
});

test('while they are off, their paths lead home like any other', async () => {
  const app = await startApp();
  for (const path of PAGES) {
    const answer = await app.get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/home']);
  }
  await app.close();
});

describe('a club with little in its file', () => {
  let app: RunningApp;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clubroom-little-'));
    const club: ClubConfig = { ...structuredClone(sample), activities: [], services: [] };

    club.forms.contact.action = '/forms/d/e/börse/formResponse';
    await writeFile(join(folder, 'club.json'), JSON.stringify(club));
    app = await startApp({ env: { CLUB_CONFIG: join(folder, 'club.json') } });
  });

  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  test('has no empty list at /home', async () => {
    expect(await (await app.get('/home')).text()).not.toMatch(/<ul[^>]*><\/ul>/);
  });

  test('takes what is sent to a form whose address has letters beyond ASCII', async () => {
    const sam = visitorOf(app);
    const message = { 'entry.3001': 'Sam', 'entry.3002': 'sam@example.edu', 'entry.3003': 'Hi' };
    const headers = { 'x-attestation': sam.token(), 'idempotency-key': sam.once() };
    const answer = await sam.form('/forms/d/e/börse/formResponse', message, headers);
    expect(answer).toMatchObject({ status: 200, body: { recorded: true } });
  });
});

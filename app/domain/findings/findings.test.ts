import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databases, type TestDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { inChunks } from '../../db/db.server.ts';
import { dscCards } from '../dsc.ts';
import { NotAllowed, NotFound } from '../errors.ts';
import { execs, listExecs } from '../execs.ts';
import { addRecord, updateRecord } from '../records/save.ts';
import type { Role } from '../users/roles.ts';
import { listFindings, settleFinding, type Finding } from './findings.ts';
import { forgetLinkChecks, listDueAddresses, NOT_ASKED, noteChecks, type LinkStatus } from './link-checks.ts';
import { listSiteLinks } from './site-links.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 6, 1, 12);
const CHAT = 'https://chat.example.com/invite/abc';
const TEXTS = [
  { path: 'chat.inviteUrl', label: 'Invitation to the chat: address', text: CHAT },
  { path: 'links.photos.url', label: 'Link to the photos: address', text: 'https://photos.example.com/csc#top' },
];
const where = { texts: TEXTS, midnight: NOW, weekEnd: NOW + 7 * DAY };
const as = (role: Role) => ({ uid: role, name: `The ${role}`, email: `${role}@example.edu`, role });
const [admin, editor, events, viewer] = [as('admin'), as('editor'), as('events'), as('viewer')];
const GRACE = {
  ...{ name: 'Grace', title: 'Treasurer', description: '', isCurrentExec: true, image: null, since: '', until: '' },
};

describe.each(databases)('what needs attention on %s', (_, open) => {
  let site: TestDatabase;
  beforeEach(async () => {
    site = await open();
  });
  afterEach(() => site.close());

  const found = async (who = admin) => (await listFindings(site.db, who, where)).open.map(nameOf);
  const nameOf = ({ kind, key }: Finding) => `${kind} ${key}`;
  const fail = async (address: string, status: LinkStatus, from = NOW) => {
    await noteChecks(site.db, [{ address, status }], from);
    await noteChecks(site.db, [{ address, status }], from + 25 * HOUR);
  };

  test('is an executive without a picture, an event this week without a place, and a link without an answer', async () => {
    const { key: grace } = await addRecord(site.db, admin, execs, GRACE);
    await addRecord(site.db, admin, execs, { ...GRACE, name: 'Former', isCurrentExec: false });
    const { key: card } = await addRecord(site.db, admin, dscCards, {
      ...{ title: 'Card', img: null, imgAlt: '', position: 1 },
      text: '<p>See <a href="https://card.example.com/?a=1&amp;b=2">this</a></p>',
    });
    await insertEvents(
      site.db,
      eventRow('here', { time_start: NOW + HOUR, location: 'Room 1' }),
      eventRow('blank', { time_start: NOW + HOUR, location: ' ' }),
      eventRow('past', { time_start: NOW - 1, description: 'https://old.example.com' }),
      eventRow('later', {
        ...{
          time_start: NOW + 7 * DAY,
          signup_url: 'https://sign.example.com/',
          description: 'See https://e.example.com/x.',
        },
        resources: JSON.stringify([{ name: 'a', url: 'https://files.example.com/a.pdf' }]),
      }),
    );
    const links = await listSiteLinks(site.db, TEXTS, NOW);
    expect(links.map(({ topic, address }) => `${topic} ${address}`)).toEqual([
      `text ${CHAT}`,
      'text https://photos.example.com/csc',
      'dsc https://card.example.com/?a=1&b=2',
      'event https://sign.example.com/',
      'event https://e.example.com/x',
      'event https://files.example.com/a.pdf',
    ]);
    expect(await found()).toEqual(['place blank', `portrait ${grace}`]);
    await fail(CHAT, 404);
    await fail('https://photos.example.com/csc', 500);
    await fail('https://card.example.com/?a=1&b=2', null);
    await fail('https://sign.example.com/', 410);
    const ofContent = ['invitation chat.inviteUrl', 'link links.photos.url', `link ${card}`];
    expect(await found()).toEqual(['place blank', ...ofContent, 'link later', `portrait ${grace}`]);
    expect(await found(editor)).toEqual([...ofContent, `portrait ${grace}`]);
    expect(await found(events)).toEqual(['place blank', 'link later']);
    expect(await found(viewer)).toEqual([]);
    await expect(listFindings(site.db, null, where)).rejects.toThrow(NotAllowed);
  });

  test('is a link only after failures on two days, and not once it answers', async () => {
    await noteChecks(site.db, [{ address: CHAT, status: 503 }], NOW);
    await noteChecks(site.db, [{ address: CHAT, status: 503 }], NOW + HOUR);
    expect(await found()).toEqual([]);
    await noteChecks(site.db, [{ address: CHAT, status: 503 }], NOW + 27 * HOUR);
    expect(await found()).toEqual(['link chat.inviteUrl']);
    await noteChecks(site.db, [{ address: CHAT, status: 200 }], NOW + 8 * DAY);
    expect(await found()).toEqual([]);
  });

  test.each([401, 403, 405, 429, NOT_ASKED])('is no link that answers %i', async (status) => {
    await fail(CHAT, status);
    expect(await found()).toEqual([]);
  });

  test('is no link while nothing at all answers: this site has no way out', async () => {
    await fail(CHAT, null);
    expect(await found()).toEqual([]);
    await noteChecks(site.db, [{ address: 'https://other.example.com/', status: 403 }], NOW + 2 * DAY);
    await fail(CHAT, null, NOW + 3 * DAY);
    expect(await found()).toEqual(['link chat.inviteUrl']);
  });

  test('is asked once a week, and again the day after a failure', async () => {
    const other = 'https://other.example.com/';
    const due = (after: number) => listDueAddresses(site.db, [CHAT, other, CHAT], 10, NOW + after);
    expect(await due(0)).toEqual([CHAT, other]);
    expect(await listDueAddresses(site.db, [CHAT, other], 1, NOW)).toEqual([CHAT]);
    const checks = [CHAT, other].map((address) => ({ address, status: address === CHAT ? 404 : 200 }));
    await noteChecks(site.db, checks, NOW);
    expect(await due(24 * HOUR)).toEqual([]);
    expect(await due(25 * HOUR)).toEqual([CHAT]);
    await noteChecks(site.db, checks.slice(0, 1), NOW + 25 * HOUR);
    expect(await due(7 * DAY)).toEqual([other]);
    await forgetLinkChecks(site.db, [CHAT], NOW + 30 * DAY);
    const left = await site.db.query.selectFrom('link_checks').select('address').execute();
    expect(left).toEqual([{ address: CHAT }]);
  });

  test('of links that were taken away the last thousand are remembered', async () => {
    const checks = Array.from({ length: 1100 }, (_none, at) => ({ address: `https://example.com/${at}`, status: 200 }));
    await noteChecks(site.db, checks.slice(0, 100), NOW);
    await noteChecks(site.db, checks.slice(100), NOW + HOUR);
    await forgetLinkChecks(site.db, ['https://example.com/0'], NOW + HOUR);
    const left = await site.db.query.selectFrom('link_checks').select('address').orderBy('checked_at').execute();
    expect(left).toHaveLength(1001);
    expect(left[0]).toEqual({ address: 'https://example.com/0' });
  });

  test('is fine as it is until it changes, which is logged and can be undone', async () => {
    const { key } = await addRecord(site.db, admin, execs, GRACE);
    const [finding] = (await listFindings(site.db, editor, where)).open;
    const { id = '', state = '' } = finding ?? {};
    await settleFinding(site.db, editor, where, { id, state, isFine: true });
    await settleFinding(site.db, editor, where, { id, state, isFine: true });
    expect(await found()).toEqual([]);
    expect((await listFindings(site.db, admin, where)).settled.map(nameOf)).toEqual([`portrait ${key}`]);
    await settleFinding(site.db, admin, where, { id, state, isFine: false });
    expect(await found()).toEqual([`portrait ${key}`]);
    await settleFinding(site.db, admin, where, { id, state, isFine: true });
    const [exec] = await listExecs(site.db, true);
    await updateRecord(site.db, admin, execs, { key, version: exec?.version ?? 0, input: { ...GRACE, name: 'Ada' } });
    expect(await found()).toEqual([`portrait ${key}`]);
    await expect(settleFinding(site.db, admin, where, { id, state, isFine: true })).rejects.toThrow(NotFound);
    const log = await site.db.query
      .selectFrom('activity')
      .select(['who', 'verb', 'title'])
      .where('topic', '=', 'finding')
      .orderBy('at')
      .orderBy('key')
      .execute();
    const title = 'Grace: no picture';
    expect(log).toEqual([
      { who: 'The editor', verb: 'hid', title },
      { who: 'The admin', verb: 'brought back', title },
      { who: 'The admin', verb: 'hid', title },
    ]);
  });

  test('is settled only by whoever may mend it', async () => {
    await addRecord(site.db, admin, execs, GRACE);
    const [finding] = (await listFindings(site.db, admin, where)).open;
    const settling = { id: finding?.id ?? '', state: finding?.state ?? '', isFine: true };
    await expect(settleFinding(site.db, viewer, where, settling)).rejects.toThrow(NotAllowed);
    await expect(settleFinding(site.db, null, where, settling)).rejects.toThrow(NotAllowed);
    await expect(settleFinding(site.db, events, where, settling)).rejects.toThrow(NotFound);
  });

  test('a link that was fine is told of again when it fails anew', async () => {
    await fail(CHAT, 404);
    const [finding] = (await listFindings(site.db, admin, where)).open;
    const settling = { id: finding?.id ?? '', state: finding?.state ?? '', isFine: true };
    await settleFinding(site.db, admin, where, settling);
    await noteChecks(site.db, [{ address: CHAT, status: 404 }], NOW + 9 * DAY);
    expect(await found()).toEqual([]);
    await noteChecks(site.db, [{ address: CHAT, status: 200 }], NOW + 16 * DAY);
    await fail(CHAT, 404, NOW + 23 * DAY);
    expect(await found()).toEqual(['invitation chat.inviteUrl']);
  });

  test('links are looked for in so many places and so much text, and no more', async () => {
    const [one, other] = ['https://one.example.com/', 'https://other.example.com/'];
    const row = { img: null, img_alt: '', version: 0, updated_at: 0 };
    const html = `<p>${'x'.repeat(30_000)}</p><a href="${one}">one</a>`;
    const cards = Array.from({ length: 30 }, (_none, position) => ({
      key: `${position}`,
      title: '',
      text: '',
      html,
      position,
    }));
    await site.db.write(({ query }) =>
      query
        .insertInto('dsc')
        .values(cards.map((card) => ({ ...card, ...row })))
        .execute(),
    );
    const rows = Array.from({ length: 1500 }, (_none, at) =>
      eventRow(`e${at}`, { time_start: NOW + at, description: `${other} ${'x'.repeat(100)}` }),
    );
    for (const some of inChunks(rows, 50)) await insertEvents(site.db, ...some);
    const links = await listSiteLinks(site.db, TEXTS, NOW);
    expect(links.filter(({ address }) => address === one)).toHaveLength(16);
    expect(links.filter(({ address }) => address === other).length).toBeLessThan(200);
    await site.db.write(({ query }) => query.deleteFrom('dsc').execute());
    expect(await listSiteLinks(site.db, TEXTS, NOW)).toHaveLength(1000);
  });

  test('links are 500 at most', async () => {
    const description = Array.from({ length: 600 }, (_link, at) => `https://example.com/${at}`).join(' ');
    await insertEvents(site.db, eventRow('many', { time_start: NOW, description }));
    expect(await listSiteLinks(site.db, TEXTS, NOW)).toHaveLength(500);
  });
});

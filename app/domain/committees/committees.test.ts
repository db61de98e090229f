import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { databases, freshDatabase, untilOthersWait } from '../../../test/databases.ts';
import { eventSent, fieldSent } from '../../../test/event-inputs.ts';
import { runDue } from '../../../test/jobs.ts';
import { club } from '../../../test/outbox.ts';
import type { Database } from '../../db/db.server.ts';
import { dump, load } from '../../../test/transfers.ts';
import { listActivity } from '../activity.ts';
import type { Actor } from '../actor.ts';
import { restoreFromTrash } from '../bring-back.ts';
import { NotAllowed, Rejected } from '../errors.ts';
import { openEventForEditing } from '../event-changes/editable-event.ts';
import { addEvent, updateEvent } from '../event-changes/save-event.ts';
import { cancelEvent, resumeEvent } from '../event-changes/cancel-event.ts';
import { saveRetrospective } from '../event-changes/save-retrospective.ts';
import { removeEvents } from '../event-changes/remove-events.ts';
import { setMailsAboutProposals } from '../event-changes/mail-officers-about-proposals.ts';
import { listProposals, listSentBack, publishProposal, sendBack } from '../event-changes/proposals.ts';
import { publications } from '../event-changes/publish.ts';
import { viewEventTable } from '../events/admin-table.ts';
import { findAnyEvent, findNextOfAll, listDrafts } from '../events/with-drafts.ts';
import { findPreviewToken } from '../events/preview.ts';
import { listFutureEvents } from '../events/read-events.ts';
import { mayOn } from '../events/rights.ts';
import { countResponsesToRemove } from '../responses/forms-of-events.ts';
import { viewResponses } from '../responses/view-responses.ts';
import { countDoorLinks, makeDoorLink, revokeDoorLinks } from '../sign-ups/door/links.ts';
import { listSentMessages, sendMessage } from '../sign-ups/messages.ts';
import { addByOfficer, sendLinkByOfficer, viewSignUps } from '../sign-ups/by-officer.ts';
import { listTrash } from '../trash.ts';
import { changeRole, setRole } from '../users/set-role.ts';
import { findAccount } from '../users/accounts.ts';
import { erasePersonalData } from '../personal-data/erase-personal-data.ts';
import { rightsOf } from '../users/committees-of.ts';
import { addRecord } from '../record-changes/save.ts';
import { removeCommittees } from './remove-committees.ts';
import { committees } from './committee.ts';
import { listCommittees } from './list.ts';

const PERSON_FORM = { hasForm: true, asksPerson: true, fields: [fieldSent('Size')] };

/** Its door has not closed. */
const TO_COME = { start: '2037-05-02T18:00', end: '2037-05-02T20:00' };

describe.each(databases)('committees on %s', (_, open) => {
  const site = freshDatabase(open);
  let games: string;
  let talks: string;
  let cora: Actor;
  const officer: Actor = { ...admin, uid: 'eve', role: 'events' };

  beforeEach(async () => {
    games = (await addRecord(site.db, admin, committees, { name: 'Games', mayPublish: true })).key;
    talks = (await addRecord(site.db, admin, committees, { name: 'Talks', mayPublish: false })).key;
    cora = { uid: 'cora', name: 'Cora', email: 'cora@example.edu', role: 'committee', committees: [games] };
  });

  const add = async (committee: string, given: object = {}, actor: Actor = admin) =>
    (await addEvent(site.db, actor, eventSent({ title: 'Chess', committee, ...PERSON_FORM, ...given }), club)).key;
  const save = async (key: string, given: object, actor: Actor) => {
    const { version } = (await findAnyEvent(site.db, key)) ?? { version: 0 };
    const input = eventSent({ title: 'Chess', committee: games, ...PERSON_FORM, ...given });
    return updateEvent(site.db, actor, { key, version, input }, club);
  };
  const event = async (key: string) => {
    const found = await findAnyEvent(site.db, key);
    if (!found) throw new Error('It is gone');
    return found;
  };

  test('a name is one, and is there once, however it is spelt', async () => {
    const names = ['', 'x'.repeat(300), 'games', ' GAMES  '];
    for (const name of names)
      await expect(addRecord(site.db, admin, committees, { name, mayPublish: true })).rejects.toThrow(Rejected);
    await addRecord(site.db, admin, committees, { name: 'ועדת משחקים', mayPublish: true });
    expect((await listCommittees(site.db)).map(({ name }) => name)).toEqual(['Games', 'Talks', 'ועדת משחקים']);
  });

  test('only an Admin makes, changes and removes them', async () => {
    for (const actor of [officer, cora, null]) {
      await expect(addRecord(site.db, actor, committees, { name: 'Mine', mayPublish: true })).rejects.toThrow(
        NotAllowed,
      );
      await expect(removeCommittees(site.db, actor, [games])).rejects.toThrow(NotAllowed);
      await expect(changeRole(site.db, actor, 'cora', 'committee', [talks])).rejects.toThrow(NotAllowed);
    }
  });

  /** All that a committee's people do, and what it answers of an event that is not theirs. */
  const ACTIONS: [what: string, (key: string, actor: Actor) => Promise<unknown>][] = [
    ['opens its dialog', (key, actor) => openEventForEditing(site.db, actor, key, club)],
    ['changes it', (key, actor) => save(key, { title: 'Go' }, actor)],
    ['copies it', (key, actor) => addEvent(site.db, actor, eventSent({ committee: games }), club, { copyOf: key })],
    ['cancels it', (key, actor) => cancelEvent(site.db, actor, { key, version: 0, input: { reason: '' } }, club)],
    ['takes its cancellation back', (key, actor) => resumeEvent(site.db, actor, { key, version: 0 }, club)],
    [
      'looks back on it',
      (key, actor) =>
        saveRetrospective(
          site.db,
          actor,
          { key, version: 0, input: { ranOut: '', change: '', cost: '', came: '' } },
          club,
        ),
    ],
    ['removes it', (key, actor) => removeEvents(site.db, actor, [key], club)],
    ['counts what goes with it', (key, actor) => countResponsesToRemove(site.db, actor, [key])],
    ['sees the link to its draft', (key, actor) => findPreviewToken(site.db, actor, key)],
    ['reads its responses', async (key, actor) => viewResponses(site.db, actor, (await event(key)).formId ?? '')],
    ['makes a link for helpers', (key, actor) => makeDoorLink(site.db, actor, key)],
    ['stops links for helpers', (key, actor) => revokeDoorLinks(site.db, actor, key)],
    ['reads what was written', (key, actor) => listSentMessages(site.db, actor, key)],
    [
      'writes to its people',
      (key, actor) =>
        sendMessage(site.db, actor, club, {
          eventKey: key,
          idempotencyKey: 'a'.repeat(20),
          to: 'Everyone',
          subject: 'Hi',
          message: 'Hi',
        }),
    ],
    [
      'adds a sign-up',
      (key, actor) =>
        addByOfficer(site.db, actor, club, { eventKey: key, answers: { name: 'Max' }, beyondLimit: false }),
    ],
  ];

  test.each(ACTIONS)('nobody of a committee %s where it is another one’s, or nobody’s', async (_what, action) => {
    for (const key of [await add(talks), await add('')]) {
      const before = await site.db.query.selectFrom('events').selectAll().where('key', '=', key).execute();
      await expect(action(key, cora)).rejects.toThrow(NotAllowed);
      await expect(action(key, { ...cora, committees: [] })).rejects.toThrow(NotAllowed);
      expect(await site.db.query.selectFrom('events').selectAll().where('key', '=', key).execute()).toEqual(before);
    }
  });

  test.each(ACTIONS)('of their own whoever is in it %s', async (_what, action) => {
    const key = await add(games);
    const refusal = await action(key, cora).then(
      () => undefined,
      (error: unknown) => error,
    );
    // What the rules say of such an event is said to every officer.
    expect(refusal === undefined || refusal instanceof Rejected).toBe(true);
  });

  test('an event never leaves for a committee that they are not in', async () => {
    const key = await add(games);
    for (const committee of [talks, '', 'unknown'])
      await expect(save(key, { committee }, cora)).rejects.toMatchObject({
        fields: { committee: 'Please choose one of your committees' },
      });
    await expect(add(talks, {}, cora)).rejects.toMatchObject({ fields: { committee: expect.any(String) } });
    await save(key, { committee: talks }, officer);
    await expect(save(key, { committee: games }, cora)).rejects.toThrow(NotAllowed);
    await expect(save(key, { committee: 'unknown' }, officer)).rejects.toMatchObject({
      fields: { committee: 'This committee has since been removed' },
    });
  });

  test('a link is sent again by who has the event still when it is sent', async () => {
    const key = await add(games);
    const answers = { name: 'Max', email: 'max@example.edu' };
    await addByOfficer(site.db, cora, club, { eventKey: key, answers, beyondLimit: false });
    const { rows } = await viewResponses(site.db, cora, (await event(key)).formId ?? '');
    const mails = () => site.db.query.selectFrom('outbox').select('key').execute();
    const before = await mails();
    const meanwhile: Database = {
      ...site.db,
      async write(work) {
        await save(key, { committee: talks }, officer);
        return site.db.write(work);
      },
    };
    const signUp = { eventKey: key, key: rows[0]?.key ?? '' };
    await expect(sendLinkByOfficer(meanwhile, cora, club, signUp)).rejects.toThrow(NotAllowed);
    expect(await mails()).toEqual(before);
    await sendLinkByOfficer(site.db, officer, club, signUp);
    expect(await mails()).toHaveLength(before.length + 1);
  });

  test('links that were given away before end when the event goes to another committee', async () => {
    const key = await add(games, { visibility: 'Draft', ...TO_COME });
    await makeDoorLink(site.db, cora, key);
    const token = await findPreviewToken(site.db, cora, key);
    await save(key, { committee: talks, visibility: 'Draft' }, officer);
    expect(await countDoorLinks(site.db, await event(key))).toBe(0);
    const now = await findPreviewToken(site.db, officer, key);
    expect(now).not.toBe(token);
    await save(key, { committee: talks, visibility: 'Draft', title: 'Go' }, officer);
    expect(await findPreviewToken(site.db, officer, key)).toBe(now);
  });

  test('a form that events of others share is theirs to answer for only where all of these are', async () => {
    const [own, other] = [await add(games), await add(talks)];
    const { formId } = await event(own);
    await load(site.db, { event: { [other]: { title: 'Other', formId, committee: talks } } });
    expect(await mayOn(site.db, cora, 'change events', [own])).toBe(true);
    expect(await mayOn(site.db, cora, 'handle responses', [own])).toBe(false);
    await expect(viewResponses(site.db, cora, formId ?? '')).rejects.toThrow(NotAllowed);
    expect(await viewSignUps(site.db, cora, await event(own), club)).toBeNull();
    const answers = { name: 'Max', email: 'max@example.edu' };
    await addByOfficer(site.db, admin, club, { eventKey: other, answers, beyondLimit: false });
    const uncounted = { responses: { count: 0, byField: {} }, signUps: 0, going: 0, sharers: 1 };
    expect(await openEventForEditing(site.db, cora, own, club)).toMatchObject(uncounted);
    const input = eventSent({ title: 'Chess', committee: games, ...PERSON_FORM });
    await expect(updateEvent(site.db, cora, { key: own, version: 99, input }, club)).rejects.toMatchObject({
      current: uncounted,
    });
    expect(await openEventForEditing(site.db, officer, own, club)).toMatchObject({ signUps: 1, going: 1 });
    await expect(save(own, { fields: [fieldSent('Other')] }, cora)).rejects.toThrow(NotAllowed);
    const both = { ...cora, committees: [games, talks] };
    expect(await viewResponses(site.db, both, formId ?? '')).toMatchObject({ rows: [{ signUp: { name: 'Max' } }] });
  });

  test('links for helpers end where another committee’s event gets the form too, which its own people then no longer answer for', async () => {
    const [own, alone, other] = [await add(games, TO_COME), await add(games, TO_COME), await add(talks, TO_COME)];
    for (const key of [own, alone]) await makeDoorLink(site.db, cora, key);
    const { formId } = await event(own);
    await load(site.db, { event: { [other]: { title: 'Other', formId, committee: talks } } });
    expect(await countDoorLinks(site.db, await event(own))).toBe(0);
    expect(await countDoorLinks(site.db, await event(alone))).toBe(1);
    await makeDoorLink(site.db, officer, own);
    await load(site.db, { event: { [other]: { title: 'Another', formId, committee: talks } } });
    expect(await countDoorLinks(site.db, await event(own))).toBe(1);
  });

  test('drafts, counts and responses of others are in none of their lists', async () => {
    const own = await add(games, { title: 'Own', visibility: 'Draft' });
    await add(talks, { title: 'Hidden', visibility: 'Draft' });
    const shown = await add(talks, { title: 'Shown' });
    const table = await viewEventTable(site.db, cora, club.clock, { search: '', limit: 50, midnight: 0 });
    const rows = [...table.upcoming.events, ...table.past.events];
    expect(rows.map(({ title }) => title).toSorted()).toEqual(['Own', 'Shown']);
    expect(table.upcoming.total + table.past.total).toBe(2);
    expect(rows.find(({ key }) => key === shown)).toMatchObject({ mayChange: false, responses: null, places: null });
    expect(rows.find(({ key }) => key === own)).toMatchObject({ mayChange: true, responses: 0 });
    const found = await viewEventTable(site.db, cora, club.clock, { search: 'hidden', limit: 50, midnight: 0 });
    expect(found.upcoming.total + found.past.total).toBe(0);
    expect((await listDrafts(site.db, cora, 9)).map(({ key }) => key)).toEqual([own]);
    expect(await listDrafts(site.db, { ...admin, role: 'viewer' }, 9)).toHaveLength(2);
  });

  test('the next event on their home is no other committee’s draft', async () => {
    await add(talks, { visibility: 'Draft', start: '2031-05-01T18:00', end: '2031-05-01T20:00' });
    const own = await add(games, { start: '2031-05-02T18:00', end: '2031-05-02T20:00' });
    expect((await findNextOfAll(site.db, cora, Date.now()))?.key).toBe(own);
    expect((await findNextOfAll(site.db, officer, Date.now()))?.key).not.toBe(own);
  });

  describe('a proposal', () => {
    let tom: Actor;
    beforeEach(() => {
      tom = { ...cora, uid: 'tom', name: 'Tom', committees: [talks] };
    });

    test('is what a committee makes that may not publish, whatever is sent along', async () => {
      const key = await add(talks, { visibility: 'Published', repeatWeekly: '2' }, tom);
      expect(await event(key)).toMatchObject({ publishAt: 'never', proposedBy: 'tom', sentBack: '' });
      expect(await listFutureEvents(site.db, 0)).toEqual([]);
      expect(await listProposals(site.db, officer)).toHaveLength(3);
      await expect(listProposals(site.db, tom)).rejects.toThrow(NotAllowed);
    });

    test('is published once, by whoever may, and is gone then', async () => {
      const key = await add(talks, {}, tom);
      const saved = { key, version: 0 };
      await expect(publishProposal(site.db, tom, saved, club)).rejects.toThrow(NotAllowed);
      const tries = await Promise.allSettled([1, 2].map(() => publishProposal(site.db, officer, saved, club)));
      expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await event(key)).toMatchObject({ publishAt: null, proposedBy: null, proposedAt: null, version: 1 });
      // From then on it is theirs to change, and to cancel, but not to take back.
      for (const given of [{ visibility: 'Draft' }, { visibility: 'Publish at', publishAt: '2031-01-01T10:00' }])
        await expect(save(key, { committee: talks, title: 'Go', ...given }, tom)).rejects.toThrow(NotAllowed);
      expect(await event(key)).toMatchObject({ title: 'Chess', publishAt: null, version: 1 });
      await save(key, { committee: talks, title: 'Go' }, tom);
      expect(await event(key)).toMatchObject({ title: 'Go', publishAt: null });
      await cancelEvent(site.db, tom, { key, version: 2, input: { reason: '' } }, club);
    });

    test('that an officer gives a moment of its own waits for nobody’s answer', async () => {
      const key = await add(talks, {}, tom);
      await save(key, { committee: talks, visibility: 'Publish at', publishAt: '2031-01-01T10:00' }, officer);
      expect(await event(key)).toMatchObject({ publishAt: expect.any(Number), proposedBy: null, proposedAt: null });
      expect(await listProposals(site.db, officer)).toEqual([]);
      // Whoever proposed it changes it, and it is proposed again: not public at that moment.
      await save(key, { committee: talks, title: 'Go' }, tom);
      expect(await event(key)).toMatchObject({ publishAt: 'never', proposedBy: 'tom' });
    });

    test('is not published by way of a second committee of theirs, nor anything public taken back', async () => {
      const both = { ...tom, uid: 'both', committees: [games, talks] };
      const proposed = await add(talks, {}, tom);
      await sendBack(site.db, officer, { key: proposed, version: 0, input: { missing: 'A room' } }, club);
      const [shown, begun] = [await add(talks), await add(games, {}, both)];
      for (const [key, committee] of [
        ...[proposed, shown].map((one) => [one, games] as const),
        [begun, talks] as const,
      ])
        for (const visibility of ['Draft', 'Published'])
          await expect(save(key, { committee, visibility }, both)).rejects.toMatchObject({
            fields: { committee: expect.stringContaining('One of these two committees may not publish') },
          });
      expect([await event(proposed), await event(shown), await event(begun)]).toMatchObject([
        { committee: talks, publishAt: 'never', sentBack: 'A room' },
        { committee: talks, publishAt: null },
        { committee: games, publishAt: null },
      ]);
      // Between two that may publish it goes as they like; officers move any.
      const { key: debate } = await addRecord(site.db, admin, committees, { name: 'Debate', mayPublish: true });
      await save(begun, { committee: debate, visibility: 'Draft' }, { ...both, committees: [games, debate] });
      await save(shown, { committee: games, visibility: 'Draft' }, officer);
      expect([await event(shown), await event(begun)]).toMatchObject([
        { committee: games, publishAt: 'never', proposedBy: null },
        { committee: debate, publishAt: 'never', proposedBy: null },
      ]);
    });

    test('is mailed once to officers who asked for it', async () => {
      const seed = (uid: string, role: string) => ({
        ...{ uid, role, email: `${uid}@example.edu`, verified_email: `${uid}@example.edu`, created_at: 1 },
      });
      const people = [seed('eve', 'events'), seed('sam', 'events'), seed('vic', 'viewer')];
      await site.db.write(({ query }) => query.insertInto('users').values(people).execute());
      await setMailsAboutProposals(site.db, officer, true);
      await expect(setMailsAboutProposals(site.db, { ...officer, uid: 'vic', role: 'viewer' }, true)).rejects.toThrow(
        NotAllowed,
      );
      await add(talks, { repeatWeekly: '2' }, tom);
      const mails = await site.db.query.selectFrom('outbox').select(['recipient', 'message']).execute();
      expect(mails.map(({ recipient }) => recipient)).toEqual(['eve@example.edu']);
      expect(mails[0]?.message).toContain('Proposed: Chess');
      await setMailsAboutProposals(site.db, officer, false);
      await add(talks, {}, tom);
      expect(await site.db.query.selectFrom('outbox').select('key').execute()).toHaveLength(1);
    });

    test('that is sent back says what is missing, until it is proposed again', async () => {
      await site.db.write(({ query }) =>
        query
          .insertInto('users')
          .values({ uid: 'tom', email: 'tom@example.edu', verified_email: 'tom@example.edu', created_at: 1 })
          .execute(),
      );
      const key = await add(talks, {}, tom);
      const input = { missing: 'A room' };
      await expect(sendBack(site.db, tom, { key, version: 0, input }, club)).rejects.toThrow(NotAllowed);
      await expect(sendBack(site.db, officer, { key, version: 0, input: { missing: ' ' } }, club)).rejects.toThrow(
        Rejected,
      );
      await sendBack(site.db, officer, { key, version: 0, input }, club);
      expect(await event(key)).toMatchObject({ sentBack: 'A room', publishAt: 'never' });
      expect(await listProposals(site.db, officer)).toEqual([]);
      expect(await listSentBack(site.db, tom)).toEqual([{ key, title: 'Chess', missing: 'A room' }]);
      const mails = await site.db.query.selectFrom('outbox').select(['recipient', 'message']).execute();
      expect(mails).toMatchObject([{ recipient: 'tom@example.edu' }]);
      expect(mails[0]?.message).toContain('Sent back: Chess');
      await save(key, { committee: talks }, tom);
      expect(await event(key)).toMatchObject({ sentBack: '', proposedBy: 'tom' });
      expect(await listProposals(site.db, officer)).toHaveLength(1);
      expect(await listSentBack(site.db, tom)).toEqual([]);
    });

    test('that is cancelled waits for nobody, until it takes place after all', async () => {
      const [proposed, returned] = [await add(talks, {}, tom), await add(talks, {}, tom)];
      await sendBack(site.db, officer, { key: returned, version: 0, input: { missing: 'A room' } }, club);
      const versions = { [proposed]: 0, [returned]: 1 };
      for (const [key, version] of Object.entries(versions))
        await cancelEvent(site.db, tom, { key, version, input: { reason: '' } }, club);
      expect(await listProposals(site.db, officer)).toEqual([]);
      expect(await listSentBack(site.db, tom)).toEqual([]);
      await resumeEvent(site.db, tom, { key: proposed, version: 1 }, club);
      expect(await listProposals(site.db, officer)).toMatchObject([{ key: proposed }]);
    });

    test('that is sent back waits for the person who proposed it alone, while they may change it', async () => {
      const key = await add(talks, {}, tom);
      await sendBack(site.db, officer, { key, version: 0, input: { missing: 'A room' } }, club);
      const seen = async (actor: Actor) => (await listSentBack(site.db, actor)).map((one) => one.key);
      expect(await seen(tom)).toEqual([key]);
      for (const other of [{ ...tom, uid: 'tea' }, { ...tom, committees: [games] }, officer])
        expect(await seen(other)).toEqual([]);
      await save(key, { committee: talks }, officer);
      expect(await seen(tom)).toEqual([]);
    });
  });

  describe('what was scheduled', () => {
    const MOMENT = Date.parse('2030-01-01T15:00:00Z');
    const SCHEDULED = { visibility: 'Publish at', publishAt: '2030-01-01T10:00' };
    const seed = (uid: string, role: string | null, keys: string[] = []) =>
      site.db.write(({ query }) =>
        query
          .insertInto('users')
          .values({
            ...{ uid, role, email: `${uid}@example.edu`, verified_email: `${uid}@example.edu`, created_at: 1 },
            committees: JSON.stringify(keys),
          })
          .execute(),
      );
    const setMayPublish = (mayPublish: number) =>
      site.db.write(({ query }) =>
        query.updateTable('committees').set({ may_publish: mayPublish }).where('key', '=', games).execute(),
      );
    const becomes = async (key: string) => {
      await runDue(site.db, publications, MOMENT);
      const { publishAt, proposedBy } = await event(key);
      return { publishAt, proposedBy };
    };
    const PUBLISHED = { publishAt: null, proposedBy: null };

    beforeEach(async () => {
      await seed('cora', 'committee', [games]);
      await seed('eve', 'events');
    });

    test('is published by time while its committee may publish', async () => {
      expect(await becomes(await add(games, SCHEDULED, cora))).toEqual(PUBLISHED);
    });

    test('is proposed instead once its committee may not publish any more, and officers are told', async () => {
      const key = await add(games, SCHEDULED, cora);
      await setMailsAboutProposals(site.db, officer, true);
      await setMayPublish(0);
      expect(await becomes(key)).toEqual({ publishAt: 'never', proposedBy: 'cora' });
      expect(await listProposals(site.db, officer)).toEqual([{ key, title: 'Chess' }]);
      expect((await listActivity(site.db, admin, 1)).map(({ who, verb }) => [who, verb])).toEqual([
        ['the site', 'did not publish'],
      ]);
      const mails = await site.db.query.selectFrom('outbox').select(['recipient', 'message']).execute();
      expect(mails).toMatchObject([{ recipient: 'eve@example.edu', message: expect.stringContaining('Chess') }]);
      // It waits for an officer, whatever the committee may do later.
      await setMayPublish(1);
      expect(await becomes(key)).toEqual({ publishAt: 'never', proposedBy: 'cora' });
      await publishProposal(site.db, officer, { key, version: 1 }, club);
      expect(await event(key)).toMatchObject(PUBLISHED);
    });

    test.each<[lost: string, role: string | null, kept: () => string[]]>([
      ['the committee', 'committee', () => [talks]],
      ['their last committee', 'committee', () => []],
      ['their role', null, () => []],
    ])('is proposed instead once who saved it has lost %s', async (_lost, role, kept) => {
      const key = await add(games, SCHEDULED, cora);
      await site.db.write(({ query }) =>
        query
          .updateTable('users')
          .set({ role, committees: JSON.stringify(kept()) })
          .where('uid', '=', 'cora')
          .execute(),
      );
      expect(await becomes(key)).toEqual({ publishAt: 'never', proposedBy: 'cora' });
    });

    test('is proposed instead once who saved it was erased, by nobody whose name is left', async () => {
      await seed('ada', 'admin');
      const key = await add(games, SCHEDULED, cora);
      const looking = { email: 'cora@example.edu', club: { email: 'club@example.edu' }, mailing: club };
      await erasePersonalData(site.db, admin, looking);
      expect(await becomes(key)).toEqual({ publishAt: 'never', proposedBy: null });
      expect(await listProposals(site.db, officer)).toEqual([{ key, title: 'Chess' }]);
    });

    test.each([false, true])(
      'is proposed if its committee is removed after their role (in the trash: %s)',
      async (isGone) => {
        const key = await add(games, SCHEDULED, cora);
        await site.db.write(({ query }) =>
          query.updateTable('users').set({ role: null }).where('uid', '=', 'cora').execute(),
        );
        if (isGone) await removeEvents(site.db, admin, [key], club);
        await removeCommittees(site.db, admin, [games]);
        for (const { key: removal, topic } of await listTrash(site.db))
          if (topic === 'event') await restoreFromTrash(site.db, removal);
        expect(await becomes(key)).toEqual({ publishAt: 'never', proposedBy: 'cora' });
        expect(await listProposals(site.db, officer)).toEqual([{ key, title: 'Chess' }]);
      },
    );

    test('is published where an officer saved it last, or without a committee', async () => {
      const [saved, own] = [await add(games, SCHEDULED, cora), await add('', SCHEDULED, officer)];
      await save(saved, SCHEDULED, officer);
      await setMayPublish(0);
      await site.db.write(({ query }) =>
        query.updateTable('users').set({ role: null }).where('uid', '=', 'cora').execute(),
      );
      expect(await becomes(saved)).toEqual(PUBLISHED);
      expect(await event(own)).toMatchObject(PUBLISHED);
    });
  });

  test('an event that is moved away at that moment is nobody’s to take back, or to remove', async () => {
    if (site.db.dialect === 'sqlite') return;
    const officers = await site.copy();
    const { key: debate } = await addRecord(site.db, admin, committees, { name: 'Debate', mayPublish: true });
    /** The officer moves the event once it was asked whose it is, or waits until what was asked for is done. */
    const whileMoved = async (key: string, act: (db: Database) => Promise<unknown>) => {
      const input = eventSent({ title: 'Chess', committee: debate });
      let moving: Promise<unknown> | undefined;
      const move = async () => {
        moving ??= updateEvent(officers, officer, { key, version: 0, input }, club).then(
          () => 'moved',
          (error: Error) => error.name,
        );
        await Promise.race([moving, untilOthersWait(officers)]);
      };
      const watching: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          const isAsked = result.rows.some((row) => row['committee'] === games && !('title' in row));
          if (!moving && isAsked) await move();
          return result;
        },
      };
      const watched: Database = {
        ...site.db,
        write: (work) => site.db.write((tx) => work({ ...tx, query: tx.query.withPlugin(watching) })),
      };
      await act(watched).catch(() => undefined);
      return moving;
    };
    const [taken, removed] = [await add(games, { hasForm: false }), await add(games, { hasForm: false })];
    const back = eventSent({ title: 'Chess', committee: games });
    await whileMoved(taken, (db) => updateEvent(db, cora, { key: taken, version: 1, input: back }, club));
    expect(await event(taken)).toMatchObject({ committee: debate });
    expect(await whileMoved(removed, (db) => removeEvents(db, cora, [removed], club))).toBe('Stale');
  });

  describe('removing one', () => {
    const seed = (uid: string, committees: string[]) =>
      site.db.write(({ query }) =>
        query
          .insertInto('users')
          .values({ uid, role: 'committee', committees: JSON.stringify(committees), created_at: 1 })
          .execute(),
      );

    test('leaves its events without one, and its people with what is left to them, for good', async () => {
      await seed('cora', [games]);
      await seed('both', [games, talks]);
      const key = await add(games);
      await removeCommittees(site.db, admin, [games]);
      expect(await event(key)).toMatchObject({ committee: '' });
      expect((await findAccount(site.db, 'cora'))?.committees).toEqual([]);
      expect((await findAccount(site.db, 'both'))?.committees).toEqual([talks]);
      const row = { admin: null, role: 'committee', committees: '[]' } as const;
      expect(rightsOf(row)).toEqual({ role: 'viewer', committees: [] });
      await restoreFromTrash(site.db, (await listTrash(site.db))[0]?.key ?? '');
      expect(await listCommittees(site.db)).toHaveLength(2);
      expect(await event(key)).toMatchObject({ committee: '' });
      expect((await findAccount(site.db, 'cora'))?.committees).toEqual([]);
    });

    test('leaves none behind to what is saved at that moment', async () => {
      for (let round = 0; round < 5; round++) {
        const { key: gone } = await addRecord(site.db, admin, committees, { name: `Go ${round}`, mayPublish: true });
        const own: Actor = { ...cora, committees: [gone] };
        const adding = Array.from({ length: 8 }, () => add(gone, {}, own));
        const held = await add(gone);
        const cancelling = cancelEvent(
          await site.copy(),
          admin,
          { key: held, version: 0, input: { reason: '' } },
          club,
        );
        const removing = removeCommittees(site.db, admin, [gone]);
        await Promise.allSettled([...adding, cancelling, removing, add(gone, {}, own)]);
        const left = site.db.query.selectFrom('events').select('key').where('committee', '=', gone);
        expect(await left.execute()).toEqual([]);
      }
    });

    test('is not that of an event that comes back from the trash while it is gone, for good', async () => {
      const key = await add(games);
      await removeEvents(site.db, admin, [key], club);
      const removals = await listTrash(site.db);
      await removeCommittees(site.db, admin, [games]);
      for (const removal of removals) await restoreFromTrash(site.db, removal.key);
      for (const removal of await listTrash(site.db)) await restoreFromTrash(site.db, removal.key);
      expect(await listCommittees(site.db)).toHaveLength(2);
      expect(await event(key)).toMatchObject({ committee: '' });
    });

    test('is not that of an event that comes back from the trash after it, whoever is in it by then', async () => {
      const key = await add(games, { visibility: 'Draft', ...TO_COME });
      await makeDoorLink(site.db, cora, key);
      const token = await findPreviewToken(site.db, cora, key);
      await removeEvents(site.db, admin, [key], club);
      await removeCommittees(site.db, admin, [games]);
      // The committee first: it was removed last.
      for (const removal of await listTrash(site.db)) await restoreFromTrash(site.db, removal.key);
      expect(await listCommittees(site.db)).toHaveLength(2);
      expect(await event(key)).toMatchObject({ committee: '' });
      expect(await mayOn(site.db, cora, 'change events', [key])).toBe(false);
      expect(await countDoorLinks(site.db, await event(key))).toBe(0);
      expect(await findPreviewToken(site.db, admin, key)).not.toBe(token);
    });

    test('ends the links that its people gave away, also those to an event in the trash', async () => {
      const key = await add(games, { visibility: 'Draft', ...TO_COME });
      await makeDoorLink(site.db, cora, key);
      const token = await findPreviewToken(site.db, cora, key);
      await removeEvents(site.db, admin, [key], club);
      await removeCommittees(site.db, admin, [games]);
      const removal = (await listTrash(site.db)).find(({ topic }) => topic === 'event');
      await restoreFromTrash(site.db, removal?.key ?? '');
      expect(await countDoorLinks(site.db, await event(key))).toBe(0);
      expect(await findPreviewToken(site.db, admin, key)).not.toBe(token);
    });

    test('the role is given with committees that there are, and with one at least', async () => {
      await seed('cora', [games]);
      for (const committees of [[], ['unknown'], [games, 'unknown']])
        await expect(changeRole(site.db, { ...admin, uid: 'cora' }, 'cora', 'committee', committees)).rejects.toThrow(
          Rejected,
        );
      const account = await findAccount(site.db, 'cora');
      await setRole(site.db, account ? [account] : [], 'committee', [talks]);
      expect((await findAccount(site.db, 'cora'))?.committees).toEqual([talks]);
      await setRole(site.db, account ? [account] : [], 'events');
      expect(await findAccount(site.db, 'cora')).toMatchObject({ role: 'events', committees: [] });
    });
  });

  test('comes in and goes out with its people and events, and what is wrong gives no right', async () => {
    const records = {
      committee: { c1: { name: 'Film', mayPublish: true, order: 5 }, c2: { name: 'Music', mayPublish: 'yes' } },
      user: {
        u1: { role: 'committee', committees: ['c1'] },
        u2: { role: 'committee', committees: 'c1' },
        u3: { role: 'committee', committees: [1] },
        // What an event of no committee may have in its place.
        u4: { role: 'committee', committees: [''] },
      },
      event: { e1: { title: 'Film night', committee: 'c1', publishAt: 'never', proposed: { by: 'u1', at: 7 } } },
    };
    const { refused } = await load(site.db, records);
    expect(refused.map((line) => line.split(':')[0])).toEqual([
      'committee/c2/mayPublish',
      'user/u2/committees',
      'user/u3/committees',
    ]);
    const rights = async (uid: string) => (await findAccount(site.db, uid))?.committees;
    const all = await Promise.all(['u1', 'u2', 'u3', 'u4'].map(rights));
    expect(all).toEqual([['c1'], [], [], []]);
    expect((await listCommittees(site.db)).find(({ key }) => key === 'c2')).toMatchObject({ mayPublish: false });
    const out = JSON.parse(await dump(site.db));
    expect(out.event.e1).toMatchObject({ committee: 'c1', proposed: { by: 'u1', at: 7 } });
    expect(out.user.u1).toMatchObject({ role: 'committee', committees: ['c1'] });
    expect(out.committee.c1).toEqual({ name: 'Film', mayPublish: true, order: 5 });
  });
});

import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '../../app/db/open-database.server.ts';
import { postgresDatabase } from '../databases.ts';
import { signUpPerson, storePlaces } from '../person-form.ts';
import { startProcess } from '../process.ts';
import { temporaryFolder } from '../storages.ts';
import { SECRET, startCopies } from '../two-copies.ts';

const CROWD = 1000;
const PLACES = 100;
const FORM = 'crowd';

/** Each comes from a network of its own. */
const ENV = { CLUB_EMPTY: '1', SESSION_SECRET: SECRET, TRUSTED_PROXIES: '127.0.0.1,::1' };

interface Site {
  urls: string[];
  database: { url: string | undefined; dataDir: string };
  end: () => Promise<unknown>;
}

async function oneCopy(): Promise<Site> {
  const dataDir = await temporaryFolder();
  const site = await startProcess({ ...ENV, DATA_DIR: dataDir });
  return {
    urls: [site.url],
    database: { url: undefined, dataDir },
    async end() {
      site.process.kill('SIGKILL');
      await site.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function twoCopies(): Promise<Site> {
  const { databaseUrl: url, close } = await postgresDatabase();
  const copies = await startCopies({ ...ENV, DATABASE_URL: url });
  return {
    urls: copies.map((copy) => copy.url()),
    database: { url, dataDir: await temporaryFolder() },
    async end() {
      await Promise.all(copies.map((copy) => copy.end()));
      await close();
    },
  };
}

test.each([
  ['one copy', oneCopy],
  ['two copies', twoCopies],
])(`${CROWD} at once for ${PLACES} places on %s: exactly these go, the others wait in their order`, async (_, open) => {
  const site = await open();
  const db = await openDatabase(site.database);
  await storePlaces(db, FORM, PLACES);
  const answers = await Promise.all(
    Array.from({ length: CROWD }, (_person, number) =>
      signUpPerson(site.urls[number % site.urls.length] ?? '', FORM, {
        name: `visitor-${number}`,
        secret: SECRET,
        from: `10.0.${number >> 8}.${number & 255}`,
      }),
    ),
  );
  const said = answers.map((answer) => (answer ? `${answer.state} ${answer.position ?? ''}`.trim() : 'nothing'));
  const due = Array.from({ length: CROWD }, (_person, at) => (at < PLACES ? 'going' : `waiting ${at - PLACES + 1}`));
  expect(said.toSorted()).toEqual(due.toSorted());

  const stored = await db.query
    .selectFrom('entries')
    .select(['email', 'state', 'since'])
    .where('form_id', '=', FORM)
    .orderBy('since')
    .execute();
  expect(stored.map(({ state }) => state)).toEqual(due.map((text) => text.split(' ')[0]));
  expect(new Set(stored.map(({ since }) => since)).size).toBe(CROWD);
  // Whom the site told a number has it.
  const waiting = stored.slice(PLACES).map(({ email }) => email);
  const numbers = answers.flatMap((answer, number) =>
    answer?.position === undefined ? [] : [[answer.position, `visitor-${number}@example.edu`] as const],
  );
  expect(numbers.toSorted(([a], [b]) => a - b).map(([, email]) => email)).toEqual(waiting);
  const mails = await db.query.selectFrom('outbox').select('recipient').execute();
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(
    stored.map(({ email }) => String(email)).toSorted(),
  );
  const shown = await fetch(`${site.urls[0]}/api/events/event-${FORM}/places`);
  expect(await shown.json()).toEqual({
    places: PLACES,
    taken: PLACES,
    waiting: CROWD - PLACES,
    state: 'waitlist',
  });
  await db.close();
  await site.end();
});

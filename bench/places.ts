import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { median, type Figure, type Row } from './figure.ts';
import { ask, read } from './machine/ask.ts';
import { crowd as crowdOf } from './machine/crowd.ts';
import { eventRecord, importRecords } from './machine/many-events.ts';
import { bareInserts, signUp, SIGN_UP_SETTINGS } from './machine/sign-up.ts';
import { startSite, type RunningSite } from './machine/site.ts';

const CROWD = 1000;
const PLACES = 100;
const ROUNDS = 5;
const FLOOR_MS = 2000;
/** A page is asked for this often while the crowd signs up, in milliseconds. */
const ASK_EVERY_MS = 20;

const FORMS = {
  /** Asks for the same two answers, but holds no places and makes no sign-ups. */
  nobody: { fields: [text('name', 'Name'), text('email', 'Email')] },
  unlimited: { fields: [], asksPerson: true },
  limited: { fields: [], asksPerson: true, places: PLACES },
};

type Kind = keyof typeof FORMS;

const KINDS = ['nobody', 'unlimited', 'limited'] as const satisfies Kind[];

function text(name: string, description: string) {
  return { name, type: 'text', description, required: true };
}

/** A crowd that wants the same event at the same moment. */
export const places: Figure = {
  name: 'places',
  about: `${CROWD} sign-ups at once for ${PLACES} places, against a bare prepared INSERT, and what the page cache does meanwhile`,
  async measure() {
    await using site = await startSite({ isEmpty: true, settings: SIGN_UP_SETTINGS });
    await importRecords(site.dataDir, records());
    for (const kind of KINDS) await crowd(site, formOf(kind, 'first'));
    const rounds: Record<Kind | 'floor', number>[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        floor: bareInserts(site.dataDir, FLOOR_MS),
        nobody: await crowd(site, formOf('nobody', round)),
        unlimited: await crowd(site, formOf('unlimited', round)),
        limited: await crowd(site, formOf('limited', round)),
      });
    }
    const against = (kind: Kind, floor: Kind | 'floor') => ({
      unit: 'rows/s',
      floor: median(rounds.map((round) => round[floor])),
      measured: median(rounds.map((round) => round[kind])),
      ratio: median(rounds.map((round) => round[kind] / round[floor])),
      noise: 0.15,
    });
    const out = rounds.map((_, round) => outOfOrder(site, formOf('limited', round)));
    const rows: Row[] = [
      {
        what: 'sign-ups without a limit, against a form that asks nobody',
        ...against('unlimited', 'nobody'),
        goal: { atLeast: 0.8 },
      },
      { what: `sign-ups for ${PLACES} places`, ...against('limited', 'floor'), goal: { atLeast: 0.3 } },
      { what: 'places given wrongly', unit: '', measured: Math.max(...out), goal: { atMost: 0 } },
    ];
    return [...rows, ...(await measuredRenderings(site))];
  },
};

const formOf = (kind: Kind, round: number | string) => `${kind}-${round}`;
const eventOf = (form: string) => `-Bench-${form}`;

/** An event for each crowd, with its form. */
function records(): Record<string, object> {
  const rounds = [...Array(ROUNDS).keys(), 'first', 'page', 'list', 'others'];
  const forms = Object.entries(FORMS).flatMap(([kind, form]) =>
    rounds.map((round) => [`${kind}-${round}`, form] as const),
  );
  const tomorrow = Date.now() + 86_400_000;
  return {
    form: Object.fromEntries(forms),
    event: Object.fromEntries(
      forms.map(([id]) => [eventOf(id), { ...eventRecord('Sign up here', tomorrow), formId: id }]),
    ),
  };
}

/** Sign-ups a second. */
function crowd(site: RunningSite, form: string): Promise<number> {
  return crowdOf(site, CROWD, (agent) =>
    signUp({ url: site.url, agent, form }, (visitor) => ({
      name: `Visitor ${visitor}`,
      email: `visitor-${visitor}@example.edu`,
    })),
  );
}

/** How many of a crowd do not have what their place in the order gives them. */
function outOfOrder({ dataDir }: RunningSite, form: string): number {
  const database = new DatabaseSync(join(dataDir, 'club.sqlite'), { readOnly: true });
  const rows = database.prepare('select state from entries where form_id = ? order by since').all(form);
  database.close();
  const wrong = rows.filter(({ state }, at) => state !== (at < PLACES ? 'going' : 'waiting')).length;
  return wrong + Math.abs(CROWD - rows.length);
}

/** What is rendered anew while a crowd signs up for one event: its own page, now and then, and nothing else. */
async function measuredRenderings(site: RunningSite): Promise<Row[]> {
  const own = await renderingsDuring(site, formOf('limited', 'page'), [`/events/${eventOf('limited-page')}`]);
  const list = await renderingsDuring(site, formOf('limited', 'list'), ['/events']);
  const others = await renderingsDuring(site, formOf('limited', 'others'), [
    '/home',
    `/events/${eventOf('limited-page')}`,
  ]);
  return [
    atMostTwiceASecond('renderings a second of the page of such an event', own),
    atMostTwiceASecond('renderings a second of /events, whose cards say how many places are left', list),
    { what: 'renderings of all other pages meanwhile', unit: '', measured: others.renderings, goal: { atMost: 0 } },
  ];
}

interface Rendered {
  renderings: number;
  seconds: number;
}

function atMostTwiceASecond(what: string, { renderings, seconds }: Rendered): Row {
  // The first of all, and the one after the last sign-up.
  return { what, unit: '', measured: renderings / seconds, goal: { atMost: 2 }, noise: 1 / seconds };
}

async function renderingsDuring(site: RunningSite, form: string, paths: string[]): Promise<Rendered> {
  await settle(site, paths);
  const before = await renderingsOf(site);
  const started = performance.now();
  let isOver = false;
  const signing = crowd(site, form).finally(() => (isOver = true));
  while (!isOver) {
    for (const path of paths) await read(site.url + path);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  await signing;
  return {
    renderings: (await renderingsOf(site)) - before,
    seconds: (performance.now() - started) / 1000,
  };
}

/** What the crowd before changed is shown by then: a page is rendered anew twice a second at most. */
async function settle({ url }: RunningSite, paths: string[]): Promise<void> {
  for (const waited of [1000, 1000, 0]) {
    for (const path of paths) await read(url + path);
    await new Promise((resolve) => setTimeout(resolve, waited));
  }
}

async function renderingsOf({ url }: RunningSite): Promise<number> {
  const { body } = await ask(`${url}/metrics`);
  return Number(/^clubroom_renderings_total (\d+)$/m.exec(body.toString())?.[1]);
}

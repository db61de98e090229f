import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { median, type Figure } from './figure.ts';
import { crowd } from './machine/crowd.ts';
import { eventRecord, importRecords } from './machine/many-events.ts';
import { bareInserts, sendSignUp, SIGN_UP_SETTINGS } from './machine/sign-up.ts';
import { startSite, type RunningSite } from './machine/site.ts';

const CROWD = 1000;
const LIMIT = 10;
const OPTIONS = Array.from({ length: 10 }, (_, at) => `Shift ${at + 1}`);
const ROUNDS = 5;
const FLOOR_MS = 2000;

const FIELD = {
  name: 'shift',
  type: 'radio',
  description: 'Which shift?',
  required: true,
  options: OPTIONS,
  limits: Object.fromEntries(OPTIONS.map((option) => [option, LIMIT])),
};

/** A crowd that wants few places of few options at the same moment. */
export const options: Figure = {
  name: 'options',
  about: `${CROWD} sign-ups at once over ${OPTIONS.length} options of ${LIMIT}, against a bare prepared INSERT`,
  async measure() {
    await using site = await startSite({ isEmpty: true, settings: SIGN_UP_SETTINGS });
    await importRecords(site.dataDir, records());
    await choose(site, 'options-first');
    const rounds: { floor: number; answered: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ floor: bareInserts(site.dataDir, FLOOR_MS), answered: await choose(site, `options-${round}`) });
    }
    const wrong = rounds.map((_, round) => countWrong(site, `options-${round}`));
    return [
      {
        what: `answers to sign-ups for ${OPTIONS.length} options of ${LIMIT}`,
        unit: 'rows/s',
        floor: median(rounds.map(({ floor }) => floor)),
        measured: median(rounds.map(({ answered }) => answered)),
        ratio: median(rounds.map(({ answered, floor }) => answered / floor)),
        noise: 0.15,
        goal: { atLeast: 0.3 },
      },
      { what: 'options given wrongly', unit: '', measured: Math.max(...wrong), goal: { atMost: 0 } },
    ];
  },
};

function records(): Record<string, object> {
  const forms = [...Array(ROUNDS).keys(), 'first'].map((round) => `options-${round}`);
  const tomorrow = Date.now() + 86_400_000;
  return {
    form: Object.fromEntries(forms.map((id) => [id, { fields: [FIELD], asksPerson: true }])),
    event: Object.fromEntries(
      forms.map((id) => [`-Bench-${id}`, { ...eventRecord('Help here', tomorrow), formId: id }]),
    ),
  };
}

/** Whoever comes too late is told so, which counts as an answer. */
function choose(site: RunningSite, form: string): Promise<number> {
  return crowd(site, CROWD, async (agent) => {
    const { status, said } = await sendSignUp({ url: site.url, agent, form }, (visitor) => ({
      name: `Visitor ${visitor}`,
      email: `visitor-${visitor}@example.edu`,
      shift: OPTIONS[visitor % OPTIONS.length],
    }));
    if (status !== 200 && status !== 409) throw new Error(`A sign-up was answered with ${status}: ${said}`);
  });
}

/** How many have an option too much, and how many places nobody has. */
function countWrong({ dataDir }: RunningSite, form: string): number {
  const database = new DatabaseSync(join(dataDir, 'club.sqlite'), { readOnly: true });
  const rows = database.prepare('select answers from entries where form_id = ?').all(form);
  database.close();
  const chosen = rows.map(({ answers }) => JSON.parse(String(answers)).shift);
  return OPTIONS.reduce((wrong, option) => wrong + Math.abs(LIMIT - chosen.filter((one) => one === option).length), 0);
}

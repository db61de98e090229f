import { Agent } from 'node:http';
import { median, type Figure, type Row } from './figure.ts';
import { eventRecord, importRecords } from './machine/many-events.ts';
import { bareInserts, signUp, SIGN_UP_SETTINGS } from './machine/sign-up.ts';
import { startSite, type RunningSite } from './machine/site.ts';

const FORM = 'BenchForm1';
const AT_ONCE = 64;
const ROUND_MS = 3000;
const ROUNDS = 3;

/** Durable sign-ups: on disk before the answer, tokens exchanged beforehand, each from an address of its own. */
export const signUps: Figure = {
  name: 'sign-ups',
  about: `event sign-ups a second, ${AT_ONCE} at once, against a bare prepared INSERT with one commit each`,
  async measure() {
    await using site = await startSite({ isEmpty: true, settings: SIGN_UP_SETTINGS });
    const fields = [{ name: 'fullName01', type: 'text', description: 'Name', required: true }];
    const event = { ...eventRecord('Sign up here', Date.now() + 86_400_000), formId: FORM };
    await importRecords(site.dataDir, { form: { [FORM]: { fields } }, event: { '-BenchSignUp': event } });
    await measuredSignUps(site, 500);
    const pairs: { floor: number; measured: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      pairs.push({ floor: bareInserts(site.dataDir, ROUND_MS), measured: await measuredSignUps(site, ROUND_MS) });
    }
    const row: Row = {
      what: 'durable sign-ups',
      unit: 'rows/s',
      floor: median(pairs.map(({ floor }) => floor)),
      measured: median(pairs.map(({ measured }) => measured)),
      ratio: median(pairs.map(({ floor, measured }) => measured / floor)),
      goal: { atLeast: 0.3 },
      noise: 0.15,
    };
    return [row];
  },
};

/** Sign-ups a second that the site acknowledged. */
async function measuredSignUps({ url }: RunningSite, milliseconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const started = performance.now();
  let recorded = 0;
  const visit = async () => {
    while (performance.now() - started < milliseconds) {
      await signUp({ url, agent, form: FORM }, (visitor) => ({ fullName01: `Visitor ${visitor}` }));
      recorded++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visit));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return recorded / seconds;
}

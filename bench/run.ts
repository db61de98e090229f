import { loadavg } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { verdictOf, type Figure, type Row } from './figure.ts';
import { FIGURES } from './figures.ts';
import { keepRun } from './history.ts';
import { tableOf } from './table.ts';

/** Above it nothing is judged. */
const MOST_LOAD = 2;
/** For what the figure before has left to pass. */
const CALM_WITHIN_MS = 90_000;

const USAGE = 'Usage: npm run bench [-- NAME ...] [-- --list]';

// What was started for a measurement ends with it (machine/site.ts).
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));
process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { list: { type: 'boolean' } }, allowPositionals: true });
  if (values.list) {
    for (const { name, about } of FIGURES) console.log(`${name.padEnd(12)}${about}`);
    return 0;
  }
  const unknown = positionals.find((name) => !FIGURES.some((figure) => figure.name === name));
  if (unknown !== undefined) {
    console.error(`There is no figure '${unknown}'; --list names them.\n${USAGE}`);
    return 2;
  }
  const chosen = positionals.length > 0 ? FIGURES.filter(({ name }) => positionals.includes(name)) : FIGURES;
  return report(await measured(chosen));
}

/** A figure that cannot be measured counts as missed; the others are measured all the same. */
async function measured(figures: Figure[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, about, measure } of figures) {
    const load = await loadOnceCalm();
    console.log(`Measuring ${name}: ${about} …`);
    if (load > MOST_LOAD) console.log(`The machine is at a load of ${load.toFixed(1)}: ${name} is not judged.`);
    try {
      const judged = await measure();
      rows.push(...(load > MOST_LOAD ? judged.map((row) => ({ ...row, load })) : judged));
    } catch (error) {
      console.error(error);
      rows.push({ what: `${name} could not be measured`, unit: '', measured: 1, goal: { atMost: 0 } });
    }
  }
  return rows;
}

async function loadOnceCalm(): Promise<number> {
  const load = () => loadavg()[0] ?? 0;
  const until = performance.now() + CALM_WITHIN_MS;
  while (load() > MOST_LOAD && performance.now() < until) await after(1000);
  return load();
}

async function report(rows: Row[]): Promise<number> {
  console.log(`\n${tableOf(rows)}\n`);
  console.log(`Kept in ${await keepRun(rows)}; other work on this machine: load ${loadavg()[0]?.toFixed(1)}.`);
  const missed = rows.filter((row) => verdictOf(row) === 'NO');
  if (missed.length > 0) console.log(`Missed: ${missed.map(({ what }) => what).join(', ')}.`);
  return missed.length > 0 ? 1 : 0;
}

import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { verdictOf, type Figure, type Row } from './figure.ts';
import { FIGURES } from './figures.ts';
import { keepRun } from './history.ts';
import { tableOf } from './table.ts';

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
    console.log(`Measuring ${name}: ${about} …`);
    try {
      rows.push(...(await measure()));
    } catch (error) {
      console.error(error);
      rows.push({ what: `${name} could not be measured`, unit: '', measured: 1, goal: { atMost: 0 } });
    }
  }
  return rows;
}

async function report(rows: Row[]): Promise<number> {
  console.log(`\n${tableOf(rows)}\n`);
  console.log(`Kept in ${await keepRun(rows)}; other work on this machine: load ${loadavg()[0]?.toFixed(1)}.`);
  const missed = rows.filter((row) => verdictOf(row) === 'NO');
  if (missed.length > 0) console.log(`Missed: ${missed.map(({ what }) => what).join(', ')}.`);
  return missed.length > 0 ? 1 : 0;
}

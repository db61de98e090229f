import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import club from '../club.config.ts';
import { chromiumFlags, chromiumPath } from '../scripts/browser.mjs';
import { median, type Figure, type Row } from './figure.ts';
import { read } from './machine/ask.ts';
import { settled } from './machine/process-costs.ts';
import { publicPages } from './machine/public-pages.ts';
import { newFolder, startSite } from './machine/site.ts';

const ROUNDS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Report {
  runtimeError?: { message: string };
  categories: Record<(typeof CATEGORIES)[number], { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

/** Pages that a club has only if it says so. */
const FURTHER = ['/services', '/dsc', '/apply', '/merch'];

/** Lighthouse's mobile preset on every public page. */
export const lighthouse: Figure = {
  name: 'lighthouse',
  about: 'Lighthouse, mobile preset, on every public page; performance is the median of three',
  async measure() {
    await using folder = await newClubFolder();
    await using site = await startSite({ settings: { CLUB_CONFIG: folder.config } });
    await settled(site.pid);
    const rows: Row[] = [];
    const pages = [...(await publicPages(site.url)), ...FURTHER.map((path) => ({ name: path, path }))];
    for (const { name, path } of pages) {
      await read(site.url + path);
      rows.push(...rowsOf(name, await reportsOf(site.url + path)));
    }
    return rows;
  },
};

/** A configuration with every page; its folder is removed at the end. */
async function newClubFolder(): Promise<AsyncDisposable & { config: string }> {
  const folder = await newFolder();
  const config = join(folder, 'club.json');
  const pages = { services: true, dsc: true, apply: true, merch: true };
  await writeFile(config, JSON.stringify({ ...club, pages }));
  return { config, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Two that agree on a full performance score settle the median of three. */
async function reportsOf(url: string): Promise<Report[]> {
  const reports: Report[] = [];
  while (reports.length < ROUNDS) {
    reports.push(await audit(url));
    if (reports.length === 2 && reports.every(({ categories }) => categories.performance.score >= 0.99)) break;
  }
  return reports;
}

/** Now and then Chromium records no trace on a busy machine; that says nothing about the page. */
async function audit(url: string, triesLeft = 2): Promise<Report> {
  const report = await auditOnce(url);
  if (!report.runtimeError) return report;
  if (triesLeft === 0) throw new Error(`Lighthouse on ${url}: ${report.runtimeError.message}`);
  return audit(url, triesLeft - 1);
}

async function auditOnce(url: string): Promise<Report> {
  const folder = await newFolder();
  // To a file: what Lighthouse writes to a pipe is cut off when it ends.
  const file = join(folder, 'report.json');
  const flags = ['--headless', ...chromiumFlags].join(' ');
  const output = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`];
  const args = ['node_modules/lighthouse/cli/index.js', url, `--only-categories=${CATEGORIES.join(',')}`, ...output];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, CHROME_PATH: chromiumPath() },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    // A run that failed ends with an error code, and still writes its report.
    await once(child, 'exit');
    return JSON.parse(await readFile(file, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function rowsOf(name: string, reports: Report[]): Row[] {
  const scoreOf = (category: (typeof CATEGORIES)[number]) =>
    median(reports.map(({ categories }) => Math.round(categories[category].score * 100)));
  const shift = Math.max(...reports.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? 1));
  return [
    { what: `Lighthouse ${name}`, unit: '', measured: scoreOf('performance'), goal: { atLeast: 99 }, noise: 0.03 },
    ...CATEGORIES.slice(1).map((category) => ({
      what: `  ${category}${failed(category, reports)}`,
      unit: '',
      measured: scoreOf(category),
      goal: { atLeast: 100 },
    })),
    { what: '  layout shift', unit: '', measured: shift, goal: { atMost: 0.02 } },
  ];
}

/** Which audits took points off. */
function failed(category: (typeof CATEGORIES)[number], [report]: Report[]): string {
  const lost = report?.categories[category].auditRefs.filter(
    ({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1,
  );
  return lost && lost.length > 0 ? ` (${lost.map(({ id }) => id).join(', ')})` : '';
}

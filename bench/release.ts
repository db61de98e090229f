import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION } from '../app/config/version.ts';
import { median, type Figure } from './figure.ts';
import { newFolder, siteEnvironment, startSite } from './machine/site.ts';

const ROUNDS = 3;
const MEGABYTE = 1024 * 1024;
const LATER = '99.0.0';

/** This machine's release: how large it is, how soon it answers, and how long it is away while another takes its place. */
export const release: Figure = {
  name: 'release',
  about: 'a release: its size packed and unpacked, its start, and how long an update keeps the site away',
  async measure() {
    const folder = await newFolder();
    try {
      execFileSync('node', ['scripts/release.mjs', folder], { stdio: 'ignore' });
      const name = `clubroom-${VERSION}-linux-${process.arch}`;
      const tarball = join(folder, `${name}.tar.gz`);
      execFileSync('tar', ['-xzf', tarball, '-C', folder]);
      const code = join(folder, name);
      const unpacked = Number(execFileSync('du', ['-sk', code], { encoding: 'utf8' }).split('\t')[0]) / 1024;
      const away = await secondsAway(code, laterThan(code));
      return [
        { what: 'release, packed', unit: 'MB', measured: statSync(tarball).size / MEGABYTE, goal: { atMost: 120 } },
        { what: 'release, unpacked', unit: 'MB', measured: unpacked, goal: { atMost: 400 } },
        { what: './clubroom, first answer', unit: 's', measured: await start(code), goal: { atMost: 3 }, noise: 0.3 },
        { what: 'away for an update', unit: 's', measured: away, goal: { atMost: 5 } },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function start(code: string): Promise<number> {
  const dataDir = await newFolder();
  const options = { dataDir, folder: code, command: [join(code, 'clubroom')] satisfies [string] };
  await (await startSite(options)).stop();
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await using site = await startSite(options);
    seconds.push(site.firstAnswerMs / 1000);
  }
  await rm(dataDir, { recursive: true, force: true });
  return median(seconds);
}

/** The same program by another number. */
function laterThan(code: string): string {
  const later = `${code}-later`;
  execFileSync('cp', ['-a', code, later]);
  for (const file of ['package.json', 'build/server/index.js']) {
    const path = join(later, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(version"?: ")\d+\.\d+\.\d+"/, `$1${LATER}"`));
  }
  return later;
}

async function secondsAway(code: string, later: string): Promise<number> {
  await using site = await startSite({ folder: code, command: [join(code, 'clubroom')] });
  const said = execFileSync(join(code, 'club'), ['update', '--to', later], {
    cwd: code,
    env: siteEnvironment(site.dataDir, Number(new URL(site.url).port)),
    encoding: 'utf8',
  });
  return Number(/([\d.]+) s after it was asked to end/.exec(said)?.[1] ?? Number.NaN);
}

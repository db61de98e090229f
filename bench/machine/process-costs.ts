import { readFile, writeFile } from 'node:fs/promises';

/** The kernel counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Processor seconds that a process has used since its start; undefined where the kernel does not say. */
export async function processorSeconds(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The program's name, in brackets, may hold spaces; the fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resident memory of a process in MB, now or the most it ever was; undefined where the kernel does not say. */
export async function residentMegabytes(pid: number, when: 'now' | 'at most' = 'now'): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
  const name = when === 'now' ? 'VmRSS' : 'VmHWM';
  const kilobytes = new RegExp(`${name}:\\s+(\\d+) kB`).exec(status ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** From now on, what it was at most is counted anew. */
export async function forgetMost(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
}

const IDLE_SHARE = 0.05;
const LOOK_EVERY_MS = 500;
const SETTLE_WITHIN_MS = 300_000;

/** Waits until a process has nothing more to do, nor one that it began, such as to make smaller copies of images. */
export async function settled(pid: number): Promise<void> {
  const until = performance.now() + SETTLE_WITHIN_MS;
  let before = await secondsOfAll(pid);
  while (before !== undefined && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    const now = await secondsOfAll(pid);
    // One that has ended takes its seconds along: then there is less than before, and it is looked at once more.
    if (now === undefined || (now >= before && now - before < IDLE_SHARE * (LOOK_EVERY_MS / 1000))) return;
    before = now;
  }
}

/** Processor seconds of a process and of all that it began and that still run. */
async function secondsOfAll(pid: number): Promise<number | undefined> {
  const own = await processorSeconds(pid);
  if (own === undefined) return undefined;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const theirs = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(secondsOfAll));
  return theirs.reduce<number>((sum, seconds) => sum + (seconds ?? 0), own);
}

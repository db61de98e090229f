import { appendFileSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LittleMemory {
  /** What a process writes its number into, to be held to the limit with all that it starts. */
  procs: string;
  /** Once they have ended. */
  close: () => void;
}

/** A control group of so many megabytes, below this process’s own; undefined where this user may make none. */
export function littleMemory(megabytes: number): LittleMemory | undefined {
  const [, , own = ''] = /^\d+:(memory|):(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
  for (const [root, limit] of [
    ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
    ['/sys/fs/cgroup', 'memory.max'],
  ] as const) {
    const folder = join(root, own, `clubroom-${process.pid}`);
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    const close = () => rmdirSync(folder);
    try {
      writeFileSync(join(folder, limit), String(megabytes * 1024 * 1024));
      appendFileSync(join(folder, 'cgroup.procs'), '');
      return { procs: join(folder, 'cgroup.procs'), close };
    } catch {
      close();
    }
  }
  console.log('This machine lets nobody limit memory: the most that is held is measured alone.');
  return undefined;
}

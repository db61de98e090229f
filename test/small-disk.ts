import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './app.ts';
import type { SiteProcess } from './process.ts';

/** The built site with a data folder on a small disk of its own, which nobody else sees and which goes with it. */
export interface SmallDisk extends SiteProcess {
  /** Takes all the room that is left. */
  fill: () => Promise<void>;
  /** Gives it back. */
  free: () => Promise<void>;
}

const IN_A_NAMESPACE = ['--mount', '--map-root-user'];

/** Whether this machine lets this user mount a disk for a process of its own. */
export function canHaveSmallDisk(): boolean {
  const mount = 'mount -t tmpfs -o size=1m small /tmp';
  const isThere = spawnSync('unshare', [...IN_A_NAMESPACE, 'sh', '-c', mount]).status === 0;
  if (!isThere) console.log('This machine lets nobody mount a small disk: none is filled.');
  return isThere;
}

/**
 * Starts the built site on a disk (tmpfs) of `megabytes`, mounted over `dataDir` for this process alone. Needs `unshare`
 * and the right to mount in a namespace of its own.
 */
export async function startOnSmallDisk(
  dataDir: string,
  megabytes: number,
  given: NodeJS.ProcessEnv,
): Promise<SmallDisk> {
  const port = String(await freePort());
  const mount = `mount -t tmpfs -o size=${megabytes}m small "$DATA_DIR" && exec "$0" scripts/serve.mjs`;
  const child = spawn('unshare', [...IN_A_NAMESPACE, 'sh', '-c', mount, process.execPath], {
    env: { ...process.env, NODE_ENV: 'production', ...given, DATA_DIR: dataDir, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  const serving = new Promise<void>((resolve) => {
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (bytes: Buffer) => {
        said += bytes.toString();
        if (said.includes('Clubroom is at')) resolve();
      });
    }
  });
  await Promise.race([serving, ended]);
  if (!said.includes('Clubroom is at')) throw new Error(`The site did not start on a disk of its own: ${said}`);
  const filler = join(`/proc/${child.pid}/root`, dataDir, 'filler');
  return {
    url: `http://localhost:${port}`,
    process: child,
    said: () => said,
    ended,
    async fill() {
      const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC';
      for (const size of [256 * 1024, 4096, 1]) {
        for (let more = true; more;) {
          more = await writeFile(filler, Buffer.alloc(size), { flag: 'a' }).then(
            () => true,
            (error: unknown) => {
              if (!isFull(error)) throw error;
              return false;
            },
          );
        }
      }
    },
    free: () => rm(filler),
  };
}

/** Runs a program, for which alone `folder` is on a disk of its own with so little room left. */
export function runWithLittleRoom(
  folder: string,
  kilobytes: number,
  command: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
) {
  const disk = `${folder}-small`;
  mkdirSync(disk, { recursive: true });
  const script = `size=$(( $(du -sk "$1" | cut -f1) + ${kilobytes} )) &&
    mount -t tmpfs -o size=\${size}k small "$2" && cp -a "$1/." "$2" && mount --bind "$2" "$1" && cd "$PWD" && shift 2 && exec "$@"`;
  return spawnSync('unshare', [...IN_A_NAMESPACE, 'sh', '-c', script, 'sh', folder, disk, ...command], {
    ...options,
    encoding: 'utf8',
  });
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process beside the browser's that opens one site after the other: the server is loaded and compiled once for all. */
export interface Sites {
  /** With the sample club, on a data folder of its own. */
  open: (env: NodeJS.ProcessEnv) => Promise<{ url: string; dataDir: string }>;
  /** Runs one `club` command with these settings. @throws with what it said on the console when it fails. */
  command: (env: NodeJS.ProcessEnv, args: string[]) => Promise<void>;
  /** Takes its data folder away too. */
  close: (url: string) => Promise<void>;
  end: () => Promise<void>;
}

/** To open a site with these settings, to run a command with them, or to close the site at an address. */
export interface Order {
  id: string;
  env?: NodeJS.ProcessEnv;
  command?: string[];
  close?: string;
}

export interface Said {
  id: string;
  url?: string;
  dataDir?: string;
  error?: string;
}

export function forkSites(): Sites {
  const child = fork(join(import.meta.dirname, 'sites-process.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit');
  function order(given: Omit<Order, 'id'>): Promise<Said> {
    const id = crypto.randomUUID();
    const answered = new Promise<Said>((resolve, reject) => {
      const hear = (text: unknown) => {
        const said: Said = JSON.parse(String(text));
        if (said.id !== id) return;
        child.off('message', hear);
        if (said.error) reject(new Error(said.error));
        else resolve(said);
      };
      child.on('message', hear);
    });
    child.send(JSON.stringify({ ...given, id }));
    const gone = ended.then(([code]) => Promise.reject(new Error(`The sites’ process ended with ${code}`)));
    return Promise.race([answered, gone]);
  }
  return {
    async open(env) {
      const { url = '', dataDir = '' } = await order({ env });
      return { url, dataDir };
    },
    async command(env, args) {
      await order({ env, command: args });
    },
    async close(url) {
      await order({ close: url });
    },
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

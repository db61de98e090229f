import { inChunks } from '../db/chunks.ts';
import { connect } from 'node:net';
import type { Change } from '../domain/topics.ts';
import { socketPath } from './socket-path.ts';

const CHANGES_PER_LINE = 500;
const PATIENCE_MS = 10_000;

/** Waits until the site's caches and open pages know. @returns false when a site is there and does not answer. */
export function notifySite(dataDir: string, changes: Change[]): Promise<boolean> {
  const lines = inChunks(changes, CHANGES_PER_LINE).map((some) => JSON.stringify(some));
  return new Promise((resolve) => {
    let isThere = false;
    let unanswered = lines.length;
    const socket = connect(socketPath(dataDir), () => {
      isThere = true;
      socket.write(lines.map((line) => `${line}\n`).join(''));
    });
    const end = (told: boolean) => {
      resolve(told);
      socket.destroy();
    };
    socket.setTimeout(PATIENCE_MS, () => end(false));
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      unanswered -= text.split('\n').length - 1;
      if (unanswered <= 0) end(true);
    });
    socket.on('error', () => end(!isThere));
    socket.on('close', () => end(false));
  });
}

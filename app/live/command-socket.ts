import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { StartError } from '../config/start-error.ts';
import { isChange, type Change } from '../domain/topics.ts';
import { socketPath } from './socket-path.ts';

const TOLD = 'told';

/** Only this machine's user reaches the socket; a line is answered after `onChanges`. @throws StartError */
export async function listenForChanges(
  dataDir: string,
  onChanges: (changes: Change[]) => void | Promise<void>,
): Promise<{ close: () => Promise<void> }> {
  const path = socketPath(dataDir);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Whoever sent the changes may be gone before the answer: nothing is lost.
    socket.on('error', () => socket.destroy());
    answer(socket, onChanges).catch(() => socket.destroy());
  });
  await listen(server, path, dataDir);
  return {
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(socket: Socket, onChanges: (changes: Change[]) => void | Promise<void>): Promise<void> {
  for await (const line of createInterface({ input: socket })) {
    await onChanges(parseChanges(line));
    socket.write(`${TOLD}\n`);
  }
}

function parseChanges(line: string): Change[] {
  const changes: unknown = JSON.parse(line);
  if (!Array.isArray(changes) || !changes.every(isChange)) throw new TypeError('Not a line of changes');
  return changes;
}

async function listen(server: Server, path: string, dataDir: string): Promise<void> {
  try {
    await bind(server, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw unusable(dataDir, error);
    if (await isAnswered(path)) throw new StartError(`A site is running on ${dataDir} already`);
    // A process that was killed leaves its socket behind.
    await rm(path, { force: true })
      .then(() => bind(server, path))
      .catch((again: unknown) => Promise.reject(unusable(dataDir, again)));
  }
}

function unusable(dataDir: string, error: unknown): StartError {
  return new StartError(
    `The folder ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
  );
}

function bind(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // The socket is made within listen(), and must not be open to others even for a moment.
    const mask = process.umask(0o177);
    try {
      server.listen(path, () => {
        server.off('error', reject);
        resolve();
      });
    } finally {
      process.umask(mask);
    }
  });
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

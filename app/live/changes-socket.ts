import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { StartError } from '../config/start-error.ts';
import { isChange, type Change } from '../domain/topics.ts';
import { join, resolve } from 'node:path';
import { inChunks } from '../db/db.server.ts';

/** A socket's path may have 107 bytes on Linux, 103 elsewhere. */
const LONGEST = 100;

interface SocketPath {
  path: string;
  /** After this, the path no longer works. */
  release: () => void;
}

/** In the site's own folder, where nobody else can take its name. @throws StartError */
function socketPathIn(dataDir: string): SocketPath {
  const folder = resolve(dataDir);
  const path = join(folder, 'club.sock');
  if (Buffer.byteLength(path) <= LONGEST) return { path, release: () => undefined };
  if (process.platform !== 'linux') {
    throw new StartError(`The folder ${dataDir} cannot be used: with all folders above it its path has to be shorter`);
  }
  // An open folder has a short path there.
  const opened = openSync(folder, 'r');
  return { path: `/proc/self/fd/${opened}/club.sock`, release: () => closeSync(opened) };
}

const ANSWER = 'told';

/** Only this machine's user reaches the socket; a line is answered after `onChanges`. @throws StartError */
export async function listenForChanges(
  dataDir: string,
  onChanges: (changes: Change[]) => void | Promise<void>,
): Promise<{ close: () => Promise<void> }> {
  const { path, release } = socketPathIn(dataDir);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The command may be gone before the answer, but nothing is lost.
    socket.on('error', () => socket.destroy());
    answer(socket, onChanges).catch(() => socket.destroy());
  });
  await listen(server, path, dataDir).catch((error: unknown) => {
    release();
    throw error;
  });
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      release();
    },
  };
}

async function answer(socket: Socket, onChanges: (changes: Change[]) => void | Promise<void>): Promise<void> {
  for await (const line of createInterface({ input: socket })) {
    await onChanges(parseChanges(line));
    socket.write(`${ANSWER}\n`);
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
    if (await isListening(path)) throw new StartError(`A site is running on ${dataDir} already`);
    // A killed process leaves its socket behind.
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
    // listen() creates the socket, which must not be open to others even for a moment.
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

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

const CHANGES_PER_LINE = 500;
const PATIENCE_MS = 10_000;

/** Waits until the site's caches and open pages know of the changes. @returns false if a site is running but does not answer. */
export async function notifySite(dataDir: string, changes: Change[]): Promise<boolean> {
  const { path, release } = socketPathIn(dataDir);
  try {
    return await notify(path, changes);
  } finally {
    release();
  }
}

/** Node's line reader also ends a line at U+2028 and U+2029, which JSON allows. */
function oneLine(changes: Change[]): string {
  return JSON.stringify(changes)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}

function notify(path: string, changes: Change[]): Promise<boolean> {
  const lines = inChunks(changes, CHANGES_PER_LINE).map(oneLine);
  return new Promise((resolve) => {
    let isConnected = false;
    let unanswered = lines.length;
    const socket = connect(path, () => {
      isConnected = true;
      socket.write(lines.map((line) => `${line}\n`).join(''));
    });
    const end = (isNotified: boolean) => {
      resolve(isNotified);
      socket.destroy();
    };
    socket.setTimeout(PATIENCE_MS, () => end(false));
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      unanswered -= text.split('\n').length - 1;
      if (unanswered <= 0) end(true);
    });
    socket.on('error', () => end(!isConnected));
    socket.on('close', () => end(false));
  });
}

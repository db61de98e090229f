import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectProvider } from '../app/auth/identity-provider.server.ts';
import { openDatabase } from '../app/db/open-database.server.ts';
import { listJobs } from '../app/domain/jobs/queue.ts';
import { eraseMail } from '../app/domain/mail/outbox.ts';
import { queueMail } from '../app/domain/mail/queue-mail.ts';
import { readGuide } from '../app/guide/read-guide.ts';
import { faceFor } from '../app/posters/faces.ts';
import { drawIconPng } from '../app/posters/draw-icon.ts';
import { drawPoster } from '../app/posters/draw-poster.ts';
import { drawShareImage } from '../app/posters/draw-share-image.ts';
import { openImage } from '../app/storage/images.server.ts';
import { startSender } from './outbox.ts';

/**
 * Run as a program: asks for everything that is loaded when it is first needed while no more than `spare` files can be
 * opened, and again once they can. Says what each answered, both times.
 */
const { values } = parseArgs({ options: { spare: { type: 'string', default: '0' } } });

const folder = mkdtempSync(join(tmpdir(), 'clubroom-out-of-files-'));
const db = await openDatabase({ dataDir: folder });
const mail = {
  key: 'mail',
  kind: 'contact message',
  recipient: 'ana@example.org',
  subject: '',
  text: '',
  html: '',
} as const;
const publicUrl = 'http://localhost';
const METADATA = { issuer: 'http://localhost:1', authorization_endpoint: 'http://localhost:1/auth' };
const provider = connectProvider(
  {
    issuer: 'http://localhost:1',
    clientId: 'club',
    clientSecret: undefined,
    fetch: async () => Response.json(METADATA),
  },
  `${publicUrl}/auth/callback`,
);

/** The mail server is away: whoever gets as far as asking it has loaded what sends. */
async function sendMail(): Promise<void> {
  await db.write((tx) => eraseMail(tx, [mail.key]));
  await db.write((tx) => queueMail(tx, mail));
  for (;;) {
    const [job] = await listJobs(db, 'mail');
    if (job?.error && !job.error.includes('ECONNREFUSED')) throw new Error(job.error);
    if (job?.error) return;
    await after(20);
  }
}

const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" width="1" height="1"/>';
const share = { title: 'Talk', when: 'Soon', clubName: 'Club', accent: '#aa3b3b' };

const LOADED: Record<string, () => Promise<unknown>> = {
  poster: () => drawPoster({ key: 'talk', title: 'Talk', accent: '#aa3b3b' }),
  share: () => drawShareImage({ ...share, picture }),
  icon: () => drawIconPng({ shortName: 'C', accent: '#aa3b3b', shape: 'rounded' }, 32),
  face: () => faceFor('a', 500),
  image: async () => (await openImage(Buffer.from(picture))).metadata(),
  guide: () => readGuide('/assets/cs-guide.md'),
  provider: () => provider.begin(),
  mail: sendMail,
};

function askForAll(): Promise<string[]> {
  const answers = Object.entries(LOADED).map(async ([name, load]) => {
    const answer = await load().then(
      () => 'loaded',
      (error: unknown) => String(error),
    );
    return `${name}: ${answer}`;
  });
  return Promise.all(answers);
}

const taken: number[] = [];
function takeAll(): void {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    for (let left = Number(values.spare); left > 0; left--) closeSync(taken.pop() ?? -1);
  }
}

const sender = startSender(db, 'smtp://127.0.0.1:1');
takeAll();
const first = await askForAll();
for (const file of taken) closeSync(file);
const second = await askForAll();
await sender.stop();
await db.close();
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ first, second }));

import { Hono, type Context } from 'hono';
import { requireRole } from '../../auth/middleware.server.ts';
import type { UploadKind } from '../../domain/uploads/check-upload.ts';
import { storedFile } from '../../domain/file-uses/link-files.ts';
import { removeUpload } from '../../domain/uploads/remove-upload.ts';
import { storeUpload, type UploadStore } from '../../domain/uploads/store-upload.ts';
import { clientAddress, networkOf } from '../../http/listen/client-address.ts';
import type { Site } from '../../site.ts';
import { NETWORK_LIMITS } from '../../limits/network-limits.ts';
import { createNetworkQuota, type QuotaLimits } from '../../limits/network-quota.ts';
import { createLimiter } from '../../limits/rate-limit.ts';
import { createTurns, type RequestSender, type Turns } from '../../limits/turns.ts';
import { problem, problemResponse, toProblem } from '../../http/problem.ts';
import { RETRY_AFTER_S } from '../../http/too-busy.ts';
import type { AppEnv } from '../../http/env.ts';
import { partsOf } from '../../http/actions.ts';
import { ProblemError, type Problem } from '../../problem.ts';
import { Rejected } from '../../domain/errors.ts';
import { contentTypeOf, HEAD_BYTES, describeFile } from '../../storage/describe.server.ts';
import { redrawLogo } from '../../storage/logo.server.ts';
import type { Storage } from '../../storage/storage.server.ts';
import { cleanOriginal } from '../../storage/variants.server.ts';
import { reportError } from '../../telemetry/report-error.ts';

type Source = Pick<Site, 'settings' | 'db' | 'storage' | 'variants'>;

const FAULT = 'The file could not be stored: something went wrong on our side. Please try again.';

/**
 * `PUT /api/uploads/{guid}?name=…&wanted=image|logo|any`, for admins: the body is the file, and the sender makes a new guid for
 * every attempt. `DELETE /api/uploads/{guid}` removes a file that no record names yet, and answers 409 if one does.
 */
export function uploadsApp(site: Source): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { settings, db, storage, variants } = site;
  const limiter = createLimiter(db, NETWORK_LIMITS.uploads);
  const arriving = createNetworkQuota(MOST_ARRIVING);
  const storeFor = createStores(storage);
  app.use('/api/uploads/*', requireRole(site.db, 'upload files'));
  app.put('/api/uploads/:guid', async (c) => {
    const { wait } = await limiter.take(networkOf(clientAddress(c.env.incoming, settings.trustedProxies)));
    if (wait !== undefined) {
      const text = `There were too many uploads from your network. Please try again in ${wait} seconds.`;
      return problemResponse(problem(429, text, { retryAfter: wait }));
    }
    const sender = senderIn(c);
    const entered = arriving.enter(sender.lane);
    if (typeof entered === 'string') throw new ProblemError(tooMany(entered));
    const upload = { ...uploadIn(c), body: partsOf(c.req.raw) };
    const target = { store: storeFor(sender), limits: settings };
    const row = await storeUpload(c.get('db'), c.get('actor'), target, upload).finally(entered);
    variants.prepare([row]).catch((error: unknown) => console.error('An image cannot be prepared:', error));
    const { width, height, blur } = row;
    return c.json({ ...storedFile(row), width, height, blur }, 201);
  });
  app.delete('/api/uploads/:guid', async (c) => {
    await removeUpload(c.get('db'), c.get('actor'), storage.deleteAll, c.req.param('guid'));
    return c.body(null, 204);
  });
  app.all('/api/uploads/*', () =>
    problemResponse(problem(405, 'Files are put and deleted here.'), { allow: 'PUT, DELETE' }),
  );
  app.onError(refuse);
  return app;
}

const WANTED: UploadKind[] = ['image', 'logo'];

function uploadIn(c: Context<AppEnv, '/api/uploads/:guid'>) {
  const announced = c.req.header('content-length');
  return {
    guid: c.req.param('guid').toLowerCase(),
    name: c.req.query('name') ?? '',
    wanted: WANTED.find((one) => one === c.req.query('wanted')) ?? 'any',
    length: announced === undefined ? undefined : Number(announced),
  };
}

/** Limited because images wait for their turn in memory; a page sends three at once. */
const MOST_ARRIVING: QuotaLimits = { perNetwork: 8, inAll: 32 };

function tooMany(reached: keyof QuotaLimits): Problem {
  const text = 'Too many files are being uploaded at once. Please try again in a moment.';
  return problem(reached === 'perNetwork' ? 429 : 503, text, { retryAfter: RETRY_AFTER_S });
}

/** Each person has a lane of their own, so nobody waits for somebody else's many uploads. */
function senderIn(c: Context<AppEnv>): RequestSender {
  return { lane: c.get('actor')?.uid, isKnown: true, hasLeft: c.get('sender')?.hasLeft ?? (() => false) };
}

/**
 * Images are decoded one after another: several phone pictures at once would take more memory than everything else. Drawings may
 * take ten seconds each, so they have a process of their own and keep no picture waiting.
 */
function createStores({ put, deleteAll }: Storage): (sender: RequestSender) => UploadStore {
  const pictures = createTurns({ atOnce: 1, atOncePerLane: 1 });
  const drawings = createTurns({ atOnce: 2, atOncePerLane: 1 });
  return (sender) => ({
    put,
    deleteAll,
    typeOf: contentTypeOf,
    headBytes: HEAD_BYTES,
    describe: describeFile,
    clean: (image) => inTurnOf(pictures, sender, () => cleanOriginal(image)),
    redrawLogo: (image, isDrawing) =>
      inTurnOf(isDrawing ? drawings : pictures, sender, () => redrawLogo(image, isDrawing)),
  });
}

async function inTurnOf<Result>(turns: Turns, sender: RequestSender, work: () => Promise<Result>): Promise<Result> {
  const turn = await turns.take(sender);
  if (turn === 'left') throw new Rejected('Nobody waits for this upload any more.');
  if (typeof turn === 'string') throw new ProblemError(tooMany(turn));
  return work().finally(turn);
}

function refuse(error: Error): Response {
  const refused = toProblem(error) ?? problem(500, FAULT);
  if (refused.status >= 500) reportError('A file cannot be stored', error);
  return problemResponse(refused);
}

import { z, type ZodType } from 'zod';
import { checkInput } from '../domain/check-input.ts';
import { Rejected, TooLarge } from '../domain/errors.ts';
import { storableValue } from '../domain/plain-text.ts';
import { isDeeperThan } from '../domain/stored-json.ts';
import { data, type ActionFunctionArgs, type ServerBuild } from 'react-router';
import { ProblemError, type Problem } from '../problem.ts';
import { reportError } from '../telemetry/report-error.ts';
import { problem, problemResponse, toProblem } from './problem.ts';
import type { RecordDefinition } from '../domain/records/define.ts';
import { removeRecords } from '../domain/record-changes/remove.ts';
import { addRecord, updateRecord } from '../domain/record-changes/save.ts';
import { attachmentResponse } from './headers/attachment.ts';
import type { Actor } from '../domain/actor.ts';
import type { Site } from '../site.ts';
import { actorContext, siteContext } from './context.server.ts';

const MOST_BYTES = 1_048_576;

const DEEPEST = 16;

const key = z.string().min(1).max(768);

/** Dialogs send one key for each addition (app/domain/records/add-once.ts). Without a key, every request adds another. */
export const once = z
  .string()
  .regex(/^[\w-]{16,64}$/)
  .optional();

export const addCommand = z.strictObject({ verb: z.literal('add'), once, input: z.unknown() });
export const updateCommand = z.strictObject({
  verb: z.literal('update'),
  key,
  version: z.int().min(0),
  input: z.unknown(),
});
export const removeCommand = z.strictObject({ verb: z.literal('remove'), keys: z.array(key).min(1).max(5000) });
export const moveCommand = z.strictObject({ verb: z.literal('move'), key, to: z.int().min(0).max(1_000_000) });
export const recordCommand = z.discriminatedUnion('verb', [addCommand, updateCommand, removeCommand]);

/** @throws Rejected if the body is not JSON or does not fit the schema; TooLarge. */
export async function readCommand<Schema extends ZodType>(
  request: Request,
  schema: Schema,
  mostBytes = MOST_BYTES,
): Promise<z.output<Schema>> {
  const text = await readText(request, mostBytes);
  return checkInput(schema, parseCommand(text));
}

function parseCommand(text: string): unknown {
  try {
    const sent: unknown = JSON.parse(text);
    // Whatever reads the JSON next recurses once per level.
    if (!isDeeperThan(sent, DEEPEST)) return JSON.parse(text, storableValue);
  } catch {
    // The body is not JSON: refused below, like JSON that is nested too deeply.
  }
  throw new Rejected('What was sent cannot be understood: it is not JSON, or nested too deeply.');
}

/** @throws TooLarge */
export async function readText(request: Request, mostBytes: number): Promise<string> {
  const bytes = await readUpTo(request, mostBytes);
  if (bytes.length > mostBytes)
    throw new TooLarge('That is more than the site can save at once. Please make it shorter.');
  return new TextDecoder().decode(bytes);
}

/** Stops once there are more than `most` bytes. */
export async function readUpTo(request: Request, most: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of partsOf(request)) {
    parts.push(part);
    bytes += part.byteLength;
    if (bytes > most) break;
  }
  return Buffer.concat(parts);
}

/** The caller may stop early. Cancelling the body instead would close the connection before the answer is sent. */
export async function* partsOf({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) yield next.value;
}

type Refused = ReturnType<typeof data<{ ok: false } & Problem>>;

/** Turns a refusal of the domain into `{ ok: false }` with the problem and its status; rethrows any other error. */
async function toActionResult<Saved extends object | void>(
  work: () => Promise<Saved>,
): Promise<({ ok: true } & Saved) | Refused> {
  try {
    const saved = await work();
    return { ok: true, ...saved };
  } catch (error) {
    const refused = toProblem(error);
    if (!refused) throw error;
    if (refused.status >= 500) reportError('What was sent cannot be saved', error);
    return data({ ok: false, ...refused }, refused.status);
  }
}

export async function toLoaderData<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const refused = toProblem(error);
    // The code that renders pages logs a fault of the server and answers with an outage.
    if (!refused || refused.status >= 500) throw error;
    throw data(refused, refused.status);
  }
}

interface InputOf<Params> {
  site: Site;
  actor: Actor | null;
  params: Params;
  request: Request;
  /** @throws as `readCommand` */
  read: <Schema extends ZodType>(schema: Schema, mostBytes?: number) => Promise<z.output<Schema>>;
}

/** The argument of the function that `toAction`, `toLoader` or `resource` gets: `ActionInput<Route.ActionArgs>`. */
export type ActionInput<Args extends { params: unknown }> = InputOf<Args['params']>;

type ArgsOf<Params> = Pick<ActionFunctionArgs, 'request' | 'context'> & { params: Params };

function inputOf<Params>({ request, context, params }: ArgsOf<Params>): InputOf<Params> {
  const [site, actor] = [context.get(siteContext), context.get(actorContext)];
  return { site, actor, params, request, read: (schema, mostBytes) => readCommand(request, schema, mostBytes) };
}

type Work<Params, Saved> = (input: InputOf<Params>) => Promise<Saved>;

export function toAction<Params, Saved extends object | void>(work: Work<Params, Saved>) {
  return (args: ArgsOf<Params>) => toActionResult(() => work(inputOf(args)));
}

/** An action for each method; any other method is refused. */
export function resource<Params, Posted extends object | void = never, Deleted extends object | void = never>(works: {
  POST?: Work<Params, Posted>;
  DELETE?: Work<Params, Deleted>;
}) {
  const action = toAction<Params, Posted | Deleted>(async (input) => {
    const { method } = input.request;
    if (method === 'POST' && works.POST) return works.POST(input);
    if (method === 'DELETE' && works.DELETE) return works.DELETE(input);
    throw new ProblemError(problem(405, 'This cannot be done here.'));
  });
  return Object.assign(action, { allow: Object.keys(works).join(', ') });
}

/** The action of an address without a page that can only be read. */
export const onlyRead = () => problemResponse(problem(405, 'This address can only be read.'), { allow: 'GET, HEAD' });

export const ONLY_SENT_TO = 'There is nothing to read here.';

/** The same routes, where each that only takes changes has a loader that says so: otherwise a visit gets a bare 400. */
export function withRefusedReads(routes: ServerBuild['routes']): ServerBuild['routes'] {
  const all = Object.entries(routes).map(([id, route]) => {
    if (!route?.module.action || route.module.loader || route.module.default) return [id, route] as const;
    const allow = 'allow' in route.module.action ? String(route.module.action.allow) : 'POST';
    const loader = () => problemResponse(problem(405, ONLY_SENT_TO), { allow });
    return [id, { ...route, module: { ...route.module, loader } }] as const;
  });
  return Object.fromEntries(all);
}

/** The loader of a screen. If the domain refuses, the screen shows the refusal instead. */
export function toLoader<Params, Shown>(work: Work<Params, Shown>) {
  return (args: ArgsOf<Params>) => toLoaderData(() => work(inputOf(args)));
}

/** JSON for a dialog, never from a cache. */
export function toJson<Params>(work: Work<Params, object>) {
  return async (args: ArgsOf<Params>) => {
    try {
      return Response.json(await work(inputOf(args)), { headers: { 'cache-control': 'no-store' } });
    } catch (error) {
      const refused = toProblem(error);
      if (!refused) throw error;
      return problemResponse(refused);
    }
  };
}

/** A file to download. */
export function csvLoader<Params>(work: Work<Params, Parameters<typeof attachmentResponse>[0]>) {
  return async (args: ArgsOf<Params>) => attachmentResponse(await toLoaderData(() => work(inputOf(args))), 'text/csv');
}

export function recordAction(definition: RecordDefinition) {
  return toAction<object, object | void>(async ({ site: { db }, actor, read }) => {
    const command = await read(recordCommand);
    if (command.verb === 'add') return addRecord(db, actor, definition, command.input, command);
    if (command.verb === 'update') return updateRecord(db, actor, definition, command);
    return removeRecords(db, actor, definition, command.keys);
  });
}

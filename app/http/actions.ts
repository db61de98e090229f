import { z, type ZodType } from 'zod';
import { checkInput } from '../domain/check-input.ts';
import { Rejected, TooLarge } from '../domain/errors.ts';
import { storableValue } from '../domain/plain-text.ts';
import { isDeeperThan } from '../domain/stored-json.ts';
import { data, type ActionFunctionArgs } from 'react-router';
import { ProblemError, type Problem } from '../problem.ts';
import { reportError } from '../telemetry/report-error.ts';
import { problem, problemResponse, toProblem } from './problem.ts';
import type { RecordDefinition } from '../domain/records/define.ts';
import { removeRecords } from '../domain/record-changes/remove.ts';
import { addRecord, updateRecord } from '../domain/record-changes/save.ts';
import { actorContext, siteContext } from './context.server.ts';

const MOST_BYTES = 1_048_576;

const DEEPEST = 16;

const key = z.string().min(1).max(768);

/** Of a dialog that adds (app/domain/records/add-once.ts); anyone who sends none adds each time. */
export const once = z
  .string()
  .regex(/^[\w-]{16,64}$/)
  .optional();

export const addCommand = z.strictObject({ verb: z.literal('add'), once, input: z.unknown() });
export const updateCommand = z.strictObject({
  ...{ verb: z.literal('update'), key, version: z.int().min(0), input: z.unknown() },
});
export const removeCommand = z.strictObject({ verb: z.literal('remove'), keys: z.array(key).min(1).max(5000) });
export const recordCommand = z.discriminatedUnion('verb', [addCommand, updateCommand, removeCommand]);

/** Which of its methods a resource is asked with. @throws ProblemError for another. */
export function methodOf<Method extends string>(request: Request, ...methods: Method[]): Method {
  const method = methods.find((one) => one === request.method);
  if (method === undefined) throw new ProblemError(problem(405, 'This cannot be done here.'));
  return method;
}

/** @throws Rejected for what is no JSON or not of this schema, TooLarge for too much. */
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
    // What walks through it next calls itself for every level.
    if (!isDeeperThan(sent, DEEPEST)) return JSON.parse(text, storableValue);
  } catch {
    // Refused below, like JSON that is nested too deeply.
  }
  throw new Rejected('What was sent cannot be understood: it is not JSON, or nested too deeply.');
}

async function readText(request: Request, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const part of partsOf(request)) {
    bytes += part.byteLength;
    if (bytes > mostBytes) throw new TooLarge('This is more than can be saved at once. Please make it shorter.');
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** For anyone who may stop early: closing the body would close the connection before it is answered. */
export async function* partsOf({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) yield next.value;
}

type ActionResult<Saved> = ({ ok: true } & Saved) | ReturnType<typeof data<{ ok: false } & Problem>>;

/** A refusal of the domain becomes `{ ok: false }` with the problem and its status; any other error is thrown on. */
export function toActionResult<Saved extends object>(work: () => Promise<Saved>): Promise<ActionResult<Saved>>;
export function toActionResult<Saved extends object>(
  work: () => Promise<Saved | void>,
): Promise<ActionResult<Partial<Saved>>>;
export async function toActionResult(work: () => Promise<object | void>): Promise<ActionResult<object>> {
  try {
    return { ok: true, ...(await work()) };
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
    if (!refused) throw error;
    throw data(refused, refused.status);
  }
}

/** What a dialog opens with, as JSON: as it is now. */
export async function openedResponse(work: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await work(), { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    const refused = toProblem(error);
    if (!refused) throw error;
    return problemResponse(refused);
  }
}

export function recordAction(definition: RecordDefinition) {
  return ({ request, context }: ActionFunctionArgs) => {
    const { db } = context.get(siteContext);
    const actor = context.get(actorContext);
    return toActionResult(async () => {
      const command = await readCommand(request, recordCommand);
      if (command.verb === 'add') return addRecord(db, actor, definition, command.input, command);
      if (command.verb === 'update') return updateRecord(db, actor, definition, command);
      return removeRecords(db, actor, definition, command.keys);
    });
  };
}

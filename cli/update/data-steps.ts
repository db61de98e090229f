import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { nodeOf } from '../../scripts/versions.mjs';

const servingSchema = z.object({ pid: z.number(), url: z.string(), home: z.string(), version: z.string() });

const copySchema = z.object({
  dataDir: z.string(),
  kept: z.array(z.string()),
  givenUp: z.array(z.string()),
  serving: servingSchema.optional(),
});

const foundSchema = z.object({
  dialect: z.enum(['sqlite', 'postgres']),
  version: z.string().optional(),
  bytes: z.number(),
  free: z.number(),
  /** The kind of the data folder's file system, as the kernel numbers them. */
  disk: z.number(),
  copies: z.array(copySchema),
});

const lookSchema = z.object({ age: z.string(), version: z.string().optional(), copies: z.array(copySchema) });

const rehearsalSchema = z.object({
  tables: z.number(),
  pages: z.number(),
  /** In words. */
  faults: z.array(z.string()),
  migrates: z.boolean(),
  relations: z.array(z.string()),
});

/** A copy of the site on this machine, by its data folder. */
export type SiteCopy = z.output<typeof copySchema>;
export type Found = z.output<typeof foundSchema>;

/** Whoever serves the data works on it: root takes the rights of the folder's owner. `code` is the version whose code is run. */
export function dataSteps(home: string, dataDir: string) {
  const { uid, gid } = statSync(dataDir);
  const own = process.getuid?.();
  if (own !== undefined && own !== 0 && own !== uid)
    throw new Error(`${dataDir} belongs to another user than this one: run this as root.`);
  const user: { uid?: number; gid?: number } = own === 0 && uid !== 0 ? { uid, gid } : {};

  async function run<Answer>(schema: z.ZodType<Answer>, code: string, ...args: string[]): Promise<Answer> {
    const program = nodeOf(code) ?? process.execPath;
    const child = spawn(program, [join(code, 'cli/update-data.ts'), ...args], {
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const closed = new Promise<number | null>((done) => child.on('close', done));
    const [said, faults, status] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    if (status !== 0) throw new Error(lastLine(faults) || `The step ‘${args[0]}’ of the update ended with ${status}.`);
    return schema.parse(JSON.parse(lastLine(said)));
  }

  const done = z.object({});
  return {
    dataDir,
    user,
    inspect: (code: string) => run(foundSchema, code, 'inspect'),
    look: (code: string) => run(lookSchema, code, 'look'),
    copy: (code: string) => run(done, code, 'copy'),
    rehearse: (code: string) => run(rehearsalSchema, code, 'rehearse'),
    clean: (code: string) => run(done, code, 'clean'),
    keep: (code: string) => run(z.object({ kept: z.string() }), code, 'keep'),
    compare: (code: string, before: string, after: string) =>
      run(z.object({ written: z.record(z.string(), z.number()) }), code, 'compare', before, after),
  };
}

export type DataSteps = ReturnType<typeof dataSteps>;

function lastLine(said: string): string {
  return said.trimEnd().split('\n').at(-1) ?? '';
}

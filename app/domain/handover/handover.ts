import type { Database, Reader, Writer } from '../../db/db.server.ts';
import type { HandoverItemRow, UserRow } from '../../db/tables.ts';
import { noteActivity } from '../activity.ts';
import { Rejected } from '../errors.ts';
import { execName } from '../execs.ts';
import { listRoles, nameOfAccount } from '../users/accounts.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { isRole, type Role } from '../roles.ts';
import { lockRoles } from '../users/set-role.ts';
import { STEP_NAMES, STEPS, type Step } from './steps.ts';

export interface Done {
  /** Empty if their account is gone. */
  by: string;
  /** Epoch milliseconds. */
  at: number;
}

interface RoleChange {
  uid: string;
  /** Empty if the account is gone. */
  name: string;
  before: Role | null;
  now: Role | null;
}

export interface Handover {
  /** null if none is under way. */
  begun: Done | null;
  /** When the last one was finished; null while one is under way. */
  finished: Done | null;
  steps: { step: Step; done: Done | null }[];
  /** Everybody who had a role when it began, or has one now. */
  roles: RoleChange[];
}

export async function viewHandover(db: Reader, actor: Actor | null): Promise<Handover> {
  requireCapability(actor, 'manage the club');
  const marks = await db.query
    .selectFrom('handover_steps')
    .leftJoin('users', 'users.uid', 'handover_steps.done_by')
    .select(['step', 'done_by as by', 'done_at as at', 'users.uid', 'users.name', 'users.email'])
    .execute();
  const doneOf = (step: string): Done | null => {
    const mark = marks.find((one) => one.step === step);
    return mark ? { by: mark.uid === null ? '' : nameOfAccount({ ...mark, uid: mark.uid }), at: mark.at } : null;
  };
  return {
    begun: doneOf('begin'),
    finished: doneOf('finish'),
    steps: STEPS.map((step) => ({ step, done: doneOf(step) })),
    roles: await viewRoleChanges(db),
  };
}

async function viewRoleChanges(db: Reader): Promise<RoleChange[]> {
  const before = await db.query
    .selectFrom('handover_roles')
    .leftJoin('users', 'users.uid', 'handover_roles.uid')
    .select(['handover_roles.uid', 'handover_roles.role', 'users.uid as account', 'users.name', 'users.email'])
    .orderBy('users.created_at')
    .orderBy('handover_roles.uid')
    .execute();
  const now = await listRoles(db);
  const had = before.map(({ uid, role, account, name, email }) => ({
    uid,
    name: account === null ? '' : nameOfAccount({ uid, name, email }),
    before: isRole(role) ? role : null,
    now: now.find((one) => one.uid === uid)?.role ?? null,
  }));
  const came = now.filter(({ uid }) => had.every((one) => one.uid !== uid));
  return [...had, ...came.map((one) => ({ uid: one.uid, name: nameOfAccount(one), before: null, now: one.role }))];
}

/** Notes everybody's role, and unticks all items. Does nothing if one is under way. @throws NotAllowed */
export async function beginHandover(db: Database, actor: Actor | null, now = Date.now()): Promise<void> {
  requireCapability(actor, 'manage the club');
  await db.write(async (tx) => {
    // Keeps roles from changing, and anybody else from beginning, until this is done.
    await lockRoles(tx);
    const { query } = tx;
    if (await isUnderWay(tx)) return;
    await query.deleteFrom('handover_steps').execute();
    await query.deleteFrom('handover_roles').execute();
    await query.updateTable('handover_items').set({ is_done: 0 }).execute();
    await mark(tx, actor, 'begin', now);
    const roles = (await listRoles(tx)).flatMap(({ uid, role }) => (role ? [{ uid, role }] : []));
    if (roles.length > 0) await query.insertInto('handover_roles').values(roles).execute();
    await noteActivity(tx, actor, 'began', 'handover', '', '');
  });
}

/** Forgets the noted roles; the items stay for next time. @throws NotAllowed; Rejected if none is under way. */
export async function finishHandover(db: Database, actor: Actor | null, now = Date.now()): Promise<void> {
  requireCapability(actor, 'manage the club');
  await db.write(async (tx) => {
    await lockRoles(tx);
    await requireUnderWay(tx);
    await tx.query.deleteFrom('handover_steps').execute();
    await tx.query.deleteFrom('handover_roles').execute();
    await mark(tx, actor, 'finish', now);
    await noteActivity(tx, actor, 'finished', 'handover', '', '');
  });
}

/** If a step is marked twice, the first person stays noted. @throws NotAllowed; Rejected if none is under way. */
export async function markStep(
  db: Database,
  actor: Actor | null,
  { step, isDone }: { step: Step; isDone: boolean },
): Promise<void> {
  requireCapability(actor, 'manage the club');
  await db.write(async (tx) => {
    await lockRoles(tx);
    await requireUnderWay(tx);
    if (isDone) {
      const isNew = await mark(tx, actor, step, Date.now());
      if (isNew) await noteActivity(tx, actor, 'took a step of', 'handover', step, STEP_NAMES[step]);
      return;
    }
    await tx.query.deleteFrom('handover_steps').where('step', '=', step).execute();
    tx.changed('handover', step);
  });
}

async function mark(
  { query, changed }: Writer,
  { uid }: Actor,
  step: Step | 'begin' | 'finish',
  now: number,
): Promise<boolean> {
  const marked = await query
    .insertInto('handover_steps')
    .values({ step, done_by: uid, done_at: now })
    .onConflict((conflict) => conflict.column('step').doNothing())
    .returning('step')
    .executeTakeFirst();
  changed('handover', step);
  return marked !== undefined;
}

async function isUnderWay({ query }: Reader): Promise<boolean> {
  const begun = await query.selectFrom('handover_steps').select('step').where('step', '=', 'begin').executeTakeFirst();
  return begun !== undefined;
}

async function requireUnderWay(tx: Writer): Promise<void> {
  if (!(await isUnderWay(tx))) throw new Rejected('This handover has already been finished.');
}

/**
 * Turns current executives into previous ones. Their term ends in this month ('YYYY-MM'), unless its end was set
 * already. Returns their names, without those who are no longer current.
 * @throws NotAllowed
 */
export async function endTerms(db: Database, actor: Actor | null, keys: string[], month: string): Promise<string[]> {
  requireCapability(actor, 'change content');
  return db.write(async (tx) => {
    const names: string[] = [];
    for (const key of keys) {
      const { query } = tx;
      const exec = await query.selectFrom('execs').selectAll().where('key', '=', key).executeTakeFirst();
      if (!exec || exec.is_current === 0) continue;
      // Otherwise, a term that begins later would end before it began.
      const until = exec.until || (exec.since && exec.since > month ? exec.since : month);
      await query
        .updateTable('execs')
        .set((row) => ({ is_current: 0, until, version: row('version', '+', 1), updated_at: Date.now() }))
        .where('key', '=', key)
        .execute();
      const name = execName(exec.name ?? '');
      names.push(name);
      await noteActivity(tx, actor, 'updated', 'exec', key, name);
      tx.changed('exec', key);
    }
    return names;
  });
}

/** Removes the names of people whose accounts are erased. */
export async function eraseFromHandover(
  { query, changed }: Writer,
  users: Pick<UserRow, 'uid'>[],
  items: HandoverItemRow[],
  without: (item: HandoverItemRow) => Pick<HandoverItemRow, 'title' | 'owner' | 'second_owner'>,
): Promise<void> {
  for (const { uid } of users) {
    await query.deleteFrom('handover_roles').where('uid', '=', uid).execute();
    await query.updateTable('handover_steps').set({ done_by: null }).where('done_by', '=', uid).execute();
  }
  for (const item of items) {
    const texts = { ...without(item), version: item.version + 1 };
    await query.updateTable('handover_items').set(texts).where('key', '=', item.key).execute();
    changed('handover', item.key);
  }
}

import { clubDay, formatClubDay } from '../../time/club-day.ts';
import { inChunks, type Database, type Reader, type Writer } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { addressKey } from '../address-key.ts';
import { Rejected } from '../errors.ts';
import { newKey } from '../keys.ts';
import type { MailingClub } from '../mail/mail.ts';
import { lockTable } from '../records/unique.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { mailCard } from './mails.ts';
import { members, type MemberRow } from './member.ts';
import type { ImportPreview } from '../table-files/preview.ts';
import type { NotRead } from '../table-files/read-table.ts';
import { MOST_PAYMENTS, readPayments, type Payment } from './payment.ts';
import { readMembersCsv, type CsvAnswers, type CsvLine } from './read-csv.ts';
import { queueRenewals } from './renewal.ts';

interface CsvImport extends CsvAnswers {
  text: string;
}

type CsvCounts = Pick<ImportPreview, 'added' | 'changed'>;

const MOST_SHOWN = 200;

/** What an import would do; nothing is written. @throws NotAllowed, Rejected, TooLarge */
export async function previewCsv(
  db: Reader,
  actor: Actor | null,
  { clock }: MailingClub,
  { text, ...answers }: CsvImport,
): Promise<ImportPreview> {
  requireCapability(actor, 'handle members');
  const { lines, notRead, asksOrder, asksColumns, columns } = readMembersCsv(text, answers);
  const { added, changed, unchanged, refused } = await plan(db, lines, clubDay(clock.timeZone));
  const changes = [...added, ...changed].toSorted((one, other) => one.line - other.line).slice(0, MOST_SHOWN);
  const problems = [...notRead, ...refused].toSorted((one, other) => one.line - other.line);
  return {
    added: added.length,
    changed: changed.length,
    unchanged,
    notRead: problems.length,
    changes: changes.map(({ line, row, before, payment }) => ({
      line,
      name: row.name ?? '',
      what: [
        before ? changedIn(before, row).join(', ') : 'new',
        payment ? `paid until ${formatClubDay(payment.until, clock)}` : '',
      ]
        .filter(Boolean)
        .join(', '),
    })),
    problems: problems.slice(0, MOST_SHOWN),
    asksOrder: asksOrder && answers.order === undefined,
    asksColumns,
    columns,
  };
}

/**
 * Imports everything in one transaction, or nothing. `expected` is what the preview said.
 * @throws NotAllowed, TooLarge; Rejected also if it would do something else by now
 */
export async function importCsv(
  db: Database,
  actor: Actor | null,
  club: MailingClub,
  { text, expected, ...answers }: CsvImport & { expected: CsvCounts },
): Promise<CsvCounts> {
  requireCapability(actor, 'handle members');
  const { lines, asksOrder, asksColumns } = readMembersCsv(text, answers);
  if (asksColumns) throw new Rejected('Please say first which column of this file has the email addresses.');
  if (asksOrder && answers.order === undefined)
    throw new Rejected('Please say first how the dates in this file are written.');
  return db.write(async (tx) => {
    await lockTable(tx, members.table);
    const { added, changed } = await plan(tx, lines, clubDay(club.clock.timeZone));
    if (added.length !== expected.added || changed.length !== expected.changed)
      throw new Rejected('The members have changed in the meantime. Nothing was imported: choose the file again.');
    await insertRows(
      tx,
      added.map(({ row }) => row),
    );
    for (const { row } of changed) await updateRow(tx, row);
    const paid = [...added, ...changed].filter(({ payment }) => payment !== undefined);
    for (const { row, before } of paid)
      if (readPayments(before?.payments ?? null).length === 0) await mailCard(tx, club, row, 'by an officer');
    await queueRenewals(
      tx,
      paid.map(({ row, payment }) => ({ key: row.key, until: payment?.until ?? '' })),
    );
    const count = added.length + changed.length;
    if (count > 0) {
      await noteActivity(tx, actor, 'imported', 'member', '', count === 1 ? '1 member' : `${count} members`);
      tx.changed('member', '');
    }
    return { added: added.length, changed: changed.length };
  });
}

interface PlannedLine {
  line: number;
  before: MemberRow | undefined;
  row: MemberRow;
  payment: Payment | undefined;
}

interface Plan {
  added: PlannedLine[];
  changed: PlannedLine[];
  unchanged: number;
  /** Rows that cannot be imported into this list; read-csv.ts refuses those that no list could take. */
  refused: NotRead[];
}

async function plan(db: Reader, lines: CsvLine[], today: string): Promise<Plan> {
  const known = await findKnown(db, lines);
  const result: Plan = { added: [], changed: [], unchanged: 0, refused: [] };
  for (const line of lines) {
    const before = known.get(addressKey(line.email));
    if (!before && line.name === '') {
      result.refused.push({ line: line.line, reason: 'There is no name' });
      continue;
    }
    const planned = await planLine(line, before, today);
    if (readPayments(planned.row.payments).length > MOST_PAYMENTS)
      result.refused.push({ line: line.line, reason: `More than ${MOST_PAYMENTS} payments are not kept` });
    else if (!before) result.added.push(planned);
    else if (planned.payment || changedIn(before, planned.row).length > 0) result.changed.push(planned);
    else result.unchanged += 1;
  }
  return result;
}

const AT_ONCE = 500;

async function findKnown({ query }: Reader, lines: CsvLine[]): Promise<Map<string, MemberRow>> {
  const known = new Map<string, MemberRow>();
  for (const some of inChunks(lines, AT_ONCE)) {
    const keys = some.map(({ email }) => addressKey(email));
    const rows = await query.selectFrom('members').selectAll().where('address_key', 'in', keys).execute();
    for (const row of rows) known.set(row.address_key ?? '', row);
  }
  return known;
}

/** An empty cell changes nothing. */
async function planLine(line: CsvLine, before: MemberRow | undefined, today: string): Promise<PlannedLine> {
  const payments = readPayments(before?.payments ?? null);
  const { paidUntil: until } = line;
  const isNoted = until === '' || payments.some((one) => one.until === until);
  const on = until < today ? until : today;
  const payment: Payment | undefined = isNoted ? undefined : { on, until, how: 'other', note: '' };
  const columns = {
    name: line.name || (before?.name ?? ''),
    email: before?.email ?? line.email,
    student_id: line.studentId || (before?.student_id ?? ''),
    note: line.note || (before?.note ?? ''),
    since: line.since || (before ? before.since : today),
    payments: payment ? JSON.stringify([...payments, payment]) : (before?.payments ?? null),
  };
  const derived = { address_key: null, search: null, paid_until: null, ...(await members.derive?.(columns)) };
  const own = { key: before?.key ?? newKey(), extra: before?.extra ?? null, version: (before?.version ?? -1) + 1 };
  return { line: line.line, before, row: { ...columns, ...derived, ...own, updated_at: Date.now() }, payment };
}

const LABELS = { name: 'name', student_id: 'student ID', since: 'since', note: 'note' } as const;
const NAMES = ['name', 'student_id', 'since', 'note'] as const;

function changedIn(before: MemberRow, row: MemberRow): string[] {
  return NAMES.filter((name) => (before[name] ?? '') !== (row[name] ?? '')).map((name) => LABELS[name]);
}

const ROWS_AT_ONCE = 100;

async function insertRows({ query }: Writer, rows: MemberRow[]): Promise<void> {
  for (const some of inChunks(rows, ROWS_AT_ONCE)) await query.insertInto('members').values(some).execute();
}

async function updateRow({ query }: Writer, { key, ...row }: MemberRow): Promise<void> {
  const { numUpdatedRows } = await query
    .updateTable('members')
    .set(row)
    .where('key', '=', key)
    .where('version', '=', row.version - 1)
    .executeTakeFirstOrThrow();
  // On Postgres, somebody may have changed the row between reading and writing; their change must not be overwritten.
  if (numUpdatedRows === 0n)
    throw new Rejected('Someone has just changed a member. Nothing was imported: choose the file again.');
}

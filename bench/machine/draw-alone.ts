import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../../app/db/open-database.server.ts';
import { beginNext, queueFound, type Handler } from '../../app/domain/jobs/run.ts';
import { drawJobs } from '../../app/domain/sign-ups/draw/draw.ts';
import { mailingJobs } from '../../app/domain/sign-ups/mailings.ts';
import { mailingClub } from '../../app/mail/mailing-club.ts';
import sample from '../../club.config.ts';

/** What the other process printed. */
export interface DrawCosts {
  /** Until all is drawn, while nobody else can write. */
  drawMs: number;
  /** Until every mail is queued as well. */
  ms: number;
  /** By how much the process grew at most. */
  megabytes: number;
}

/** What a draw with its mails writes to. */
const TABLES = ['entries', 'outbox', 'jobs', 'sign_up_links'];

/** A process of its own for each, so that what one leaves in memory is not counted for the other. */
const [, , who, dataDir = ''] = process.argv;
console.log(JSON.stringify(who === 'site' ? await drawAsSite() : writeBare()));

async function drawAsSite(): Promise<DrawCosts> {
  const club = mailingClub(sample, 'https://club.example.edu');
  const db = await openDatabase({ dataDir });
  const work = async (handler: Handler) => {
    await queueFound(db, handler);
    while (await beginNext(db, handler));
  };
  const costs = measure();
  await work(drawJobs(() => club));
  const drawMs = costs().ms;
  await work(mailingJobs());
  const { ms, megabytes } = costs();
  await db.close();
  return { drawMs, ms, megabytes };
}

/** The rows that the site's draw left, into tables like its own. */
function writeBare(): DrawCosts {
  const site = new DatabaseSync(join(dataDir, 'club.sqlite'), { readOnly: true });
  const bare = new DatabaseSync(join(dataDir, 'bare.sqlite'), { enableForeignKeyConstraints: false });
  bare.exec('pragma journal_mode = wal; pragma synchronous = full');
  for (const type of ['table', 'index']) {
    for (const table of TABLES) {
      const made = site.prepare('select sql from sqlite_master where type = ? and tbl_name = ? and sql is not null');
      for (const { sql } of made.all(type, table)) bare.exec(String(sql));
    }
  }
  copy(site, bare, 'entries');
  bare.exec("update entries set state = 'entered', since = created_at");
  const costs = measure();
  bare.exec('begin');
  const place = bare.prepare('update entries set state = ?, since = ? where form_id = ? and key = ?');
  const placed = site.prepare('select state, since, form_id, key from entries').iterate();
  for (const { state, since, form_id, key } of placed)
    place.run(state ?? null, since ?? null, form_id ?? null, key ?? null);
  bare.exec('commit');
  const drawMs = costs().ms;
  for (const table of TABLES.slice(1)) copy(site, bare, table);
  const { ms, megabytes } = costs();
  site.close();
  bare.close();
  return { drawMs, ms, megabytes };
}

/** In one transaction. */
function copy(site: DatabaseSync, bare: DatabaseSync, table: string): void {
  const columns = site.prepare(`select * from ${table}`).columns().length;
  const insert = bare.prepare(`insert into ${table} values (${Array(columns).fill('?').join()})`);
  bare.exec('begin');
  for (const row of site.prepare(`select * from ${table}`).iterate()) insert.run(...Object.values(row));
  bare.exec('commit');
}

/** Both have begun to run by then; what they were at most before that is not theirs. */
function measure(): () => Pick<DrawCosts, 'ms' | 'megabytes'> {
  const from = performance.now();
  const before = process.resourceUsage().maxRSS;
  return () => ({
    ms: performance.now() - from,
    megabytes: (process.resourceUsage().maxRSS - before) / 1024,
  });
}

import { createHash } from 'node:crypto';
import type { Reader } from '../../db/db.server.ts';
import { readFirstStart } from '../../db/first-start.ts';
import { readLastBackup } from '../../db/last-backup.ts';
import { clubDay, dayPlus, formatClubDay, lastDayOfMonth, yearLater } from '../../time/club-day.ts';
import { formatDate } from '../../time/club-time.ts';
import { DAY_MS } from '../../time/durations.ts';
import { countFailingAnnouncements } from '../announcements/send-announcements.ts';
import { listExecs } from '../execs.ts';
import { countFailingMail } from '../mail/outbox.ts';
import { listSponsors } from '../sponsors/list.ts';
import { readRefusedSite } from '../users/refused-site.ts';
import { readNotedCertificate } from './certificate.ts';
import { readLastDrill } from '../drills/drills.ts';
import { lastsUntil } from './lasts-until.ts';
import type { Thing } from './thing.ts';
import type { SiteStatus } from './site-status.ts';

export async function findThings(db: Reader, status: SiteStatus): Promise<Thing[]> {
  const found = await Promise.all([
    findCertificate(db, status),
    findSponsors(db, status),
    findTerms(db, status),
    findBackup(db, status),
    findDrill(db, status),
    findSignIn(db, status),
    findMail(db, status),
    findAnnouncements(db, status),
  ]);
  return [...found.flat(), ...findDisk(status), findVersion(status)];
}

async function findCertificate(db: Reader, { certificate, publicUrl, now, clock }: SiteStatus): Promise<Thing[]> {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:') return [];
  const known = typeof certificate === 'object' ? certificate : await readNotedCertificate(db, hostname);
  const failed = typeof certificate === 'string' ? `It could not be read: ${certificate}.` : '';
  const thing = {
    id: 'certificate',
    title: `Certificate of ${hostname}`,
    setting: 'PUBLIC_URL',
    todo: 'renew it at the proxy in front of the site, and find out why it did not renew itself',
  };
  if (!known) return [{ ...thing, endsOn: null, says: failed || 'It has not been read yet.', isWrong: false }];
  const day = clubDay(clock.timeZone, known.until);
  const end = lastsUntil(day, { now, clock });
  return [
    {
      ...thing,
      ...end,
      isWrong: known.until <= now,
      says: [known.until <= now ? `Ended on ${formatClubDay(day, clock)}.` : end.says, failed]
        .filter(Boolean)
        .join(' '),
    },
  ];
}

/** How long a sponsor is listed after its end; the site no longer shows it then. */
const ASKED_ABOUT_DAYS = 60;

async function findSponsors(db: Reader, status: SiteStatus): Promise<Thing[]> {
  const first = dayPlus(clubDay(status.clock.timeZone, status.now), -ASKED_ABOUT_DAYS);
  const ending = (await listSponsors(db)).filter(({ until }) => until !== '' && until >= first);
  return ending.map(({ key, name, until }) => ({
    id: `sponsor-${shortened(key)}`,
    title: `Sponsor ${name || 'without a name'}`,
    ...lastsUntil(until, status),
    setting: '/admin/sponsors',
    todo: 'ask whether they stay, then change ‘Until’ or remove the sponsor',
  }));
}

/** Imported keys may be long, and may be people’s names. */
function shortened(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 16);
}

async function findTerms(db: Reader, status: SiteStatus): Promise<Thing[]> {
  const ending = (await listExecs(db, true)).filter(({ until }) => until !== '');
  return [...Map.groupBy(ending, ({ until }) => until)].map(([month, officers]) => ({
    id: `terms-${month}`,
    title: officers.length === 1 ? 'Term of 1 officer' : `Terms of ${officers.length} officers`,
    ...lastsUntil(lastDayOfMonth(month), status),
    setting: '/admin/execs',
    todo: 'hand over (/admin/handover), and bring the team page up to date',
  }));
}

const BACKUP_DAYS = 7;

async function findBackup(db: Reader, { dataDir, now, clock }: SiteStatus): Promise<Thing[]> {
  const [last, firstStart = now] = await Promise.all([readLastBackup(db, dataDir), readFirstStart(db)]);
  // Clocks of several machines may differ a little.
  const isToCome = last !== undefined && last > now + DAY_MS;
  const doubt = isToCome ? ', which is still to come: this machine’s clock is wrong, or was' : '';
  return [
    {
      id: 'backup',
      title: 'Backup',
      endsOn: null,
      isWrong: isToCome || (last ?? firstStart) < now - BACKUP_DAYS * DAY_MS,
      says:
        last === undefined ? 'There is none yet.' : `The newest good one is from ${formatDate(last, clock)}${doubt}.`,
      setting: 'DATA_DIR',
      todo: 'run `npm run club -- backup DIR` on the machine of the site, and find out why it does not run every day',
    },
  ];
}

async function findDrill(db: Reader, status: SiteStatus): Promise<Thing[]> {
  const { now, clock } = status;
  const [last, firstStart = now] = await Promise.all([readLastDrill(db), readFirstStart(db)]);
  const day = yearLater(clubDay(clock.timeZone, last?.at ?? firstStart));
  const { isWrong, endsOn } = lastsUntil(day, status);
  const before = last
    ? `Last practised on ${formatDate(last.at, clock)}${last.by && ` by ${last.by}`}, in ${last.minutes} min.`
    : 'Nobody has practised yet.';
  const due = isWrong ? `Was due on ${formatClubDay(day, clock)}.` : `Due by ${formatClubDay(day, clock)}.`;
  return [
    {
      id: 'drill',
      title: 'Practice of restoring a backup',
      endsOn,
      isWrong,
      says: `${due} ${before}`,
      setting: '/admin/dates',
      todo: 'press ‘Practise’ there, and let a second officer follow the sheet',
    },
  ];
}

async function findSignIn(db: Reader, { hasProvider, refusedAs, now, clock }: SiteStatus): Promise<Thing[]> {
  if (!hasProvider) return [];
  const noted = await readRefusedSite(db);
  const said = typeof refusedAs === 'string' ? { since: noted?.since ?? now, word: refusedAs } : undefined;
  const refused = refusedAs === undefined ? noted : said;
  return [
    {
      id: 'sign-in',
      title: 'Sign-in',
      endsOn: null,
      isWrong: refused !== undefined,
      says: refused
        ? `The identity provider has refused this site since ${formatDate(refused.since, clock)}: ${refused.word}.`
        : 'The identity provider accepts this site.',
      setting: 'OIDC_CLIENT_SECRET',
      todo: 'make a new secret at the identity provider, set it and restart the site',
    },
  ];
}

async function findMail(db: Reader, { now, hasMailServer }: SiteStatus): Promise<Thing[]> {
  const count = await countFailingMail(db, now - DAY_MS);
  const isWell = hasMailServer ? 'The mail server accepts mail.' : 'SMTP_URL is not set: mail is kept and not sent.';
  const isUnset = !hasMailServer && count === 0;
  return [
    {
      id: 'mail',
      title: 'Mail',
      endsOn: null,
      isWrong: count > 0,
      says: count > 0 ? `${counted(count, 'mail has', 'mails have')} failed for a day or more.` : isWell,
      setting: 'SMTP_URL',
      todo: isUnset
        ? 'set SMTP_URL to the club’s mail server, and restart the site'
        : 'read what the mail server says under ‘Unsent mail’ at /admin/home, and put that right',
    },
  ];
}

async function findAnnouncements(db: Reader, { now, hasChat }: SiteStatus): Promise<Thing[]> {
  const count = await countFailingAnnouncements(db, now - DAY_MS);
  if (!hasChat && count === 0) return [];
  return [
    {
      id: 'announcements',
      title: 'Announcements',
      endsOn: null,
      isWrong: count > 0,
      says:
        count > 0
          ? `${counted(count, 'announcement has', 'announcements have')} failed for a day or more.`
          : 'Announcements reach the chat.',
      setting: 'DISCORD_WEBHOOK_URL',
      todo: 'make a new address at the chat, set it and restart the site; then ‘Send again’ at the event',
    },
  ];
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

const GIGABYTE = 1024 ** 3;
const FREE_SHARE = 0.1;
const FREE_BYTES = GIGABYTE;

function findDisk({ disk }: SiteStatus): Thing[] {
  if (!disk) return [];
  const { free, total } = disk;
  const sized = (bytes: number) => `${(bytes / GIGABYTE).toLocaleString('en', { maximumFractionDigits: 1 })} GB`;
  const percent = Math.floor((100 * free) / total);
  return [
    {
      id: 'disk',
      title: 'Free disk',
      endsOn: null,
      isWrong: free < FREE_BYTES || free < total * FREE_SHARE,
      says: `${sized(free)} of ${sized(total)} are free (${percent} %).`,
      setting: 'DATA_DIR',
      todo: 'make room: old backups and logs first, then a larger disk',
    },
  ];
}

function findVersion(status: SiteStatus): Thing {
  const { number, releasedOn } = status.version;
  const { endsOn, isWrong } = lastsUntil(yearLater(releasedOn), status);
  const since = `Released on ${formatClubDay(releasedOn, status.clock)}`;
  return {
    id: 'version',
    title: `Clubroom ${number}`,
    endsOn,
    isWrong,
    says: isWrong ? `${since}, more than a year ago.` : `${since}.`,
    setting: 'docs/deploy.md, Upgrade and rollback',
    todo: 'update the site to the newest version',
  };
}

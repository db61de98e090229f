import type { Reader, Writer } from '../../db/db.server.ts';
import { readNote, writeNote } from '../../db/notes.ts';
import type { Certificate, SiteStatus } from './site-status.ts';

const NOTE = 'certificate';

/** Remembers what was read last, for those who show it without reading it. */
export async function noteCertificate(tx: Writer, { certificate }: SiteStatus): Promise<void> {
  if (typeof certificate !== 'object') return;
  const { host, until } = certificate;
  await writeNote(tx, NOTE, `${host} ${until}`);
}

/** undefined if none was read for this host. */
export async function readNotedCertificate(db: Reader, host: string): Promise<Certificate | undefined> {
  const [, noted, until] = /^(\S+) (\d{1,15})$/.exec((await readNote(db, NOTE)) ?? '') ?? [];
  return noted === host ? { host, until: Number(until) } : undefined;
}

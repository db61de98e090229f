import sample from '../club.config.ts';
import type { ClubConfig } from '../app/config/club.ts';
import type { Database } from '../app/db/db.server.ts';
import { events, toEvent, type ClubEvent, type EventRow } from '../app/domain/events/event.ts';
import { emptyColumns } from '../app/domain/records/define.ts';
import { noteUses } from '../app/domain/file-uses/file-uses.ts';
import type { ResponseContext } from '../app/http/context.server.ts';
import { sqliteDatabase } from './databases.ts';

const club: ClubConfig = sample;

/** What the addresses for programs are given: an empty database, the sample configuration and a fixed origin. */
export async function openSource(open = sqliteDatabase) {
  const { db, dataDir, close } = await open();
  return {
    db,
    club,
    clock: { timeZone: club.club.timeZone, locale: club.club.locale },
    settings: { publicUrl: 'https://club.example.edu', dataDir },
    close,
  };
}

export type TestSource = Awaited<ReturnType<typeof openSource>>;

/** A new note about an answer, as whoever calls the app hands it in. */
export function newBindings(): { response: ResponseContext } {
  return { response: { nonce: 'a', isWhole: true, frames: [] } };
}

/** A row that says nothing but its key, changed by `given`. */
export function eventRow(key: string, given: Partial<EventRow> = {}): EventRow {
  return {
    ...emptyColumns(events),
    key,
    preview_token: null,
    extra: null,
    version: 0,
    updated_at: Date.UTC(2026, 0, 5),
    ...given,
  };
}

export function newEvent(key: string, given: Partial<ClubEvent> = {}): ClubEvent {
  return { ...toEvent(eventRow(key)), ...given };
}

export async function insertEvents(db: Database, ...rows: EventRow[]): Promise<void> {
  await db.write(async (tx) => {
    await tx.query.insertInto('events').values(rows).execute();
    await noteUses(
      tx,
      'event',
      rows.map((row) => ({ ...row })),
    );
  });
}

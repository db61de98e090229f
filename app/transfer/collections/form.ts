import type { FormRow } from '../../db/tables.ts';
import { readLimits, readShowIf } from '../../domain/questions/conditions.ts';
import { findFaults, withoutFaults } from '../../domain/questions/faults.ts';
import { FIELD_TYPES, type FieldType } from '../../domain/questions/index.ts';
import { isDays, MOST_DAYS } from '../../domain/day-count.ts';
import { isPlaces, MOST_PLACES } from '../../domain/place-count.ts';
import { ASK_AGAIN_HOURS, LEAST_OPEN_MS, REMIND_HOURS } from '../../domain/sign-ups/settings.ts';
import { parseDrawn } from '../../domain/sign-ups/draw/drawn.ts';
import { fingerprintOf } from '../../domain/sign-ups/draw/order.ts';
import { isContainer, readStored } from '../../domain/stored-json.ts';
import { BadValue, Fields, writeExtra, readExtra, present, readList, readText } from '../fields.ts';
import type { ShowIf } from '../../domain/questions/question-type.ts';
import type { Collection, IncomingRecord } from '../collection.ts';

type FormColumns = Omit<FormRow, 'version' | 'updated_at'>;

interface StoredField {
  name: string;
  type: FieldType;
  description?: string;
  required?: boolean;
  options?: string[];
  showIf?: ShowIf | undefined;
  limits?: Record<string, number> | undefined;
  atDoor?: boolean;
  [unknown: string]: unknown;
}

export const forms: Collection<FormColumns> = {
  table: 'forms',
  keys: ['id'],
  topic: 'form',
  // The event that has it, perhaps a draft, may come later.
  changeOf: () => ({ topic: 'form', key: '' }),
  versioned: true,
  path: ({ id }) => ['form', id],
  read({ key, value, path, refuse }) {
    const form = new Fields(value, path);
    const fields = readFields(form.take('fields'), form.at('fields'), refuse);
    const drawn = readDrawn(form);
    const settings = {
      places: readPlaces(form.number('places'), form.at('places')),
      opens: form.instant('opens'),
      closes: form.instant('closes'),
    };
    return {
      id: key,
      fields: fields.length > 0 ? JSON.stringify(fields) : null,
      responses_days: readDays(form.number('responsesDays'), form.at('responsesDays')),
      asks_person: form.flag('asksPerson'),
      ...settings,
      waitlist: form.flag('waitlist'),
      remind_hours: readHours(form.number('remindHours'), form.at('remindHours'), REMIND_HOURS),
      ask_again_hours: readHours(form.number('askAgainHours'), form.at('askAgainHours'), ASK_AGAIN_HOURS),
      pass_on: form.flag('passOn') === 1 ? 1 : null,
      confirms: form.flag('confirms'),
      audience: readAudience(form.text('audience'), form.at('audience')),
      members_until: form.instant('membersUntil'),
      draw: readDraw(form, settings, refuse),
      ...drawn,
      extra: writeExtra(form.rest()),
    };
  },
  // A secret that people saw the fingerprint of, and what was drawn, stay with this site.
  merge: (known, incoming) =>
    known.drawn_at === null &&
    incoming.drawn_at !== null &&
    (known.draw_secret ?? incoming.draw_secret) === incoming.draw_secret
      ? incoming
      : { ...incoming, draw_secret: known.draw_secret, drawn_at: known.drawn_at, drawn: known.drawn },
  write(row) {
    const fields = readStored<StoredField[]>(row.fields, []);
    return present({
      fields: fields.map(writeField),
      responsesDays: row.responses_days,
      asksPerson: row.asks_person === null ? null : row.asks_person === 1,
      places: row.places,
      waitlist: row.waitlist === null ? null : row.waitlist === 1,
      opens: row.opens,
      closes: row.closes,
      remindHours: row.remind_hours,
      confirms: row.confirms === null ? null : row.confirms === 1,
      audience: row.audience,
      membersUntil: row.members_until,
      askAgainHours: row.ask_again_hours,
      passOn: row.pass_on === 1 ? true : null,
      draw: row.draw === 1 ? true : null,
      ...writeDrawn(row),
      ...readExtra(row.extra),
    });
  },
};

function readDays(days: number | null, path: string): number | null {
  if (days !== null && !isDays(days)) throw new BadValue(path, `must be a whole number of days up to ${MOST_DAYS}`);
  return days;
}

function readPlaces(places: number | null, path: string): number | null {
  if (places !== null && !isPlaces(places)) {
    throw new BadValue(path, `must be a whole number from 1 to ${MOST_PLACES.toLocaleString('en')}`);
  }
  return places;
}

type Draw = Pick<FormColumns, 'draw_secret' | 'drawn_at' | 'drawn'>;

/** What cannot be is left out, and the form taken. */
function readDraw(
  form: Fields,
  { places, opens, closes }: Pick<FormColumns, 'places' | 'opens' | 'closes'>,
  refuse: Refuse,
): number | null {
  if (form.flag('draw') !== 1) return null;
  const isWhole = places !== null && closes !== null && (opens === null || closes >= opens + LEAST_OPEN_MS);
  if (isWhole) return 1;
  refuse(form.at('draw'), 'is left out: a draw needs places, and closes at least ten minutes after opens');
  return null;
}

/** Only once it is held: the secret of a draw that is to come leaves this site by a backup alone. */
function writeDrawn({ draw_secret: secret, drawn_at: at, drawn }: FormColumns): Record<string, unknown> {
  if (secret === null || at === null) return {};
  const { places = null, tickets = null } = parseDrawn(drawn) ?? {};
  return { drawn: { hash: fingerprintOf(secret), secret, at }, drawnPlaces: places, drawnTickets: tickets };
}

function readDrawn(form: Fields): Draw {
  const given = form.take('drawn');
  const places = form.number('drawnPlaces');
  const tickets = (readList(form.take('drawnTickets'), form.at('drawnTickets')) ?? []).map((ticket) => String(ticket));
  if (given === null) return { draw_secret: null, drawn_at: null, drawn: null };
  const drawn = new Fields(given, form.at('drawn'));
  const [secret, hash, at] = [drawn.text('secret') ?? '', drawn.text('hash'), drawn.instant('at')];
  if (!/^[0-9a-f]{64}$/.test(secret)) throw new BadValue(drawn.at('secret'), 'must be 64 hex digits in small letters');
  if (hash !== fingerprintOf(secret)) throw new BadValue(drawn.at('hash'), 'is not the SHA-256 of the secret');
  if (at === null) throw new BadValue(drawn.at('at'), 'is missing');
  const isWhole = places !== null && tickets.length > 0;
  return { draw_secret: secret, drawn_at: at, drawn: isWhole ? JSON.stringify({ places, tickets }) : null };
}

function readHours(hours: number | null, path: string, choices: readonly number[]): number | null {
  if (hours !== null && !choices.includes(hours)) {
    throw new BadValue(path, `must be ${choices.join(' or ')}`);
  }
  return hours;
}

function readAudience(audience: string | null, path: string): string | null {
  if (audience !== null && audience !== 'members') throw new BadValue(path, 'must be members, or left out');
  return audience;
}

type Refuse = IncomingRecord['refuse'];

function readFields(value: unknown, path: string, refuse: Refuse): StoredField[] {
  const fields = (readList(value, path) ?? []).map((item, index) => readField(item, `${path}/${index}`, refuse));
  const names = new Set<string>();
  for (const [index, { name }] of fields.entries()) {
    if (names.has(name)) throw new BadValue(`${path}/${index}/name`, 'is the name of another field too');
    names.add(name);
  }
  const faults = findFaults(
    fields.map(({ description = '', required = false, options = [], ...field }) => ({
      ...{ description, required, options, ...field },
    })),
  );
  for (const { place, path: setting, message } of faults) {
    refuse([path, place, ...setting].join('/'), `is left out: ${message}`);
  }
  return withoutFaults(fields, faults);
}

function readField(value: unknown, path: string, refuse: Refuse): StoredField {
  const field = new Fields(value, path);
  const name = field.text('name');
  if (!name) throw new BadValue(field.at('name'), 'is missing');
  // An answer under this name would be an object's inner workings.
  if (name === '__proto__') throw new BadValue(field.at('name'), 'cannot be used as a name');
  const given = field.text('type')?.toLowerCase();
  const type = FIELD_TYPES.find((one) => one === given);
  if (!type) throw new BadValue(field.at('type'), `must be one of ${FIELD_TYPES.join(', ')}`);
  const description = field.text('description');
  const required = field.flag('required');
  const options = readOptions(field.take('options'), field.at('options'));
  return {
    name,
    type,
    ...(description !== null && { description }),
    ...(required !== null && { required: required === 1 }),
    ...(options.length > 0 && { options }),
    ...readSettings(field, refuse),
    ...field.rest(),
  };
}

/** What cannot be is left out, and the form taken. */
function readSettings(field: Fields, refuse: Refuse): Pick<StoredField, 'showIf' | 'limits' | 'atDoor'> {
  const given = { showIf: field.take('showIf'), limits: field.take('limits'), atDoor: field.take('atDoor') };
  const showIf = readShowIf(given.showIf);
  const limits = readLimits(given.limits);
  if (given.showIf !== null && !showIf) refuse(field.at('showIf'), 'is left out: it must hold field and anyOf');
  if (given.limits !== null && !limits && !isEmpty(given.limits))
    refuse(field.at('limits'), 'is left out: it must hold numbers by option');
  if (given.atDoor !== null && typeof given.atDoor !== 'boolean')
    refuse(field.at('atDoor'), 'is left out: it must be true or false');
  return { ...(showIf && { showIf }), ...(limits && { limits }), ...(given.atDoor === true && { atDoor: true }) };
}

/** No limits at all are none. */
function isEmpty(limits: unknown): boolean {
  return isContainer(limits) && Object.keys(limits).length === 0;
}

/** Options are texts, or objects that hold one under `name` (product.md 11). */
function readOptions(value: unknown, path: string): string[] {
  return (readList(value, path) ?? []).map((item, index) => {
    const at = `${path}/${index}`;
    if (typeof item === 'number') return String(item);
    const option = typeof item === 'object' ? new Fields(item, at).text('name') : readText(item, at);
    if (option === null) throw new BadValue(`${at}/name`, 'is missing');
    return option;
  });
}

function writeField({ name, type, description, required, options, ...others }: StoredField): Record<string, unknown> {
  return present({ name, type, description, required, options, ...others });
}

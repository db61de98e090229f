import { Rejected } from '../errors.ts';
import type { EventFormField } from '../forms/event-form-definition.ts';
import { isOptionFull, limitedChoices, type LimitedField, type OptionCounts } from '../forms/option-places.ts';
import { own } from '../own.ts';
import type { Answers } from '../questions/answer.ts';
import { QUESTIONS } from '../questions/index.ts';

/**
 * The settings that decide whether places are kept for groups. A group is an option, with a limit, of a Radio field.
 */
interface KeepSettings {
  keepUntil: number | null;
  waitlist: boolean;
  draw: boolean;
}

/** Whether a full option may be chosen to wait for it. */
export function arePlacesKept({ keepUntil, waitlist, draw }: KeepSettings, now: number): boolean {
  return keepUntil !== null && waitlist && !draw && now < keepUntil;
}

/** Whether only ‘Places’ limits sign-ups from now on, and no Radio field does. */
export function arePlacesReleased({ keepUntil }: Pick<KeepSettings, 'keepUntil'>, now: number): boolean {
  return keepUntil !== null && keepUntil <= now;
}

/** The fields whose options are kept for groups now. */
export function keptFields<Field extends LimitedField>(settings: KeepSettings, fields: Field[], now: number): Field[] {
  return arePlacesKept(settings, now) ? fields.filter(isGroup) : [];
}

/** The fields whose limits hold now; other limits no longer count. */
export function limitingFields<Field extends LimitedField>(
  settings: Pick<KeepSettings, 'keepUntil'>,
  fields: Field[],
  now: number,
): Field[] {
  return arePlacesReleased(settings, now) ? fields.filter((field) => !isGroup(field)) : fields;
}

/** The fields whose full options nobody can choose, not even to wait. */
export function refusingFields<Field extends LimitedField>(
  settings: KeepSettings,
  fields: Field[],
  now: number,
): Field[] {
  const kept = new Set(keptFields(settings, fields, now));
  return limitingFields(settings, fields, now).filter((field) => !kept.has(field));
}

function isGroup({ type, limits }: LimitedField): boolean {
  return QUESTIONS[type].isOneChoice === true && limits !== undefined;
}

/** A field and the option of it that somebody chose, as one text. */
export function groupName(choice: [field: string, option: string]): string {
  return JSON.stringify(choice);
}

/** Whether two people wait in the same queue: they share a group, or neither has one. */
export function waitForSameGroup(groups: string[], others: string[]): boolean {
  return groups.length === 0 ? others.length === 0 : groups.some((group) => others.includes(group));
}

export function areGroupsSame(kept: LimitedField[], one: Answers, other: Answers): boolean {
  return groupsOf(kept, one).join('\n') === groupsOf(kept, other).join('\n');
}

export function groupsOf(kept: LimitedField[], answers: Answers): string[] {
  return limitedChoices(kept, answers).map(groupName);
}

/** Whether anybody who comes now has to wait, whatever they choose. */
export function isEveryGroupFull(
  kept: Pick<EventFormField, 'name' | 'options' | 'showIf'>[],
  counts: OptionCounts,
): boolean {
  return kept.some(({ name, options, showIf }) => {
    const isFull = (option: string) => {
      const places = own(own(counts, name) ?? {}, option);
      return places !== undefined && isOptionFull(places);
    };
    return showIf === undefined && options.filter(Boolean).every(isFull);
  });
}

/** Whether the event dialog shows ‘Keep places per option until’: there are groups, and somebody may wait. */
export function mayKeepPlaces(
  fields: LimitedField[],
  { hasPlaces, waitlist }: { hasPlaces: boolean; waitlist: boolean },
) {
  return hasPlaces && waitlist && fields.some((field) => isGroup(field) && Object.keys(field.limits ?? {}).length > 0);
}

/**
 * @throws Rejected with a message under the name of the dialog's field, if the old moment has passed or the new one
 * has.
 */
export function refuseChangedRelease(before: number | null, after: number | null, now: number): void {
  if (before === after) return;
  const hasPassed = (moment: number | null) => moment !== null && moment <= now;
  const message = hasPassed(before) ? RELEASED : hasPassed(after) && PASSED;
  if (message) throw new Rejected(message, { keepUntil: message });
}

const RELEASED = 'The places have been released, so this time cannot be changed any more.';
const PASSED = 'This time has passed. Please choose a later one.';

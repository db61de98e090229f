import { isAnswer } from '../../read-answer.ts';
import { findDraft, keepDraft, type Draft } from '../form/kept-drafts.ts';

interface Unsaved<Values> extends Draft {
  values: Values;
  /**
   * What the form opened with, and the version it saves over, so that a conflict with others' changes is still noticed.
   */
  opened: { values: Values; version: number | undefined };
}

/** Enough for an event with its form and files. */
const MOST_CHARACTERS = 200_000;

/** undefined if nothing is kept, or if the form had other fields then. */
export function findUnsaved<Values extends object>(place: string, initial: Values): Unsaved<Values> | undefined {
  const draft = findDraft(place);
  return isUnsaved(draft, initial) ? draft : undefined;
}

function isUnsaved<Values extends object>(draft: Draft | undefined, initial: Values): draft is Unsaved<Values> {
  const hasAll = (values: unknown) => isAnswer<Record<string, unknown>>(values, Object.keys(initial));
  if (!isAnswer<Unsaved<unknown>>(draft, ['opened', 'values'])) return false;
  return (
    hasAll(draft.values) &&
    isAnswer<Unsaved<unknown>['opened']>(draft.opened, ['values']) &&
    hasAll(draft.opened.values)
  );
}

export function keepUnsaved<Values>(draft: Unsaved<Values>): void {
  keepDraft(draft, MOST_CHARACTERS);
}

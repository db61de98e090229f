import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ZodType } from 'zod';
import { newIdempotencyKey } from '../form/idempotency-key.ts';
import { afterPress } from '../form/use-touched.ts';
import { isOfKind, type Problem } from '../../problem.ts';
import type { Confirmation } from '../dialog.tsx';
import { useProblem, useSend, type ActionAnswer, type AnyAction, type Saved, type Target } from '../use-send.ts';
import { own } from '../../domain/own.ts';
import { sameValue } from '../same-value.ts';
import { changedFields, mergeValues, type Conflict } from './conflict.ts';
import { useFieldMessages } from './use-field-messages.ts';
import { useFieldUploads } from './use-field-uploads.ts';
import { forgetDraft } from '../form/kept-drafts.ts';
import { findUnsaved, keepUnsaved } from './unsaved.ts';

export interface RecordFormOptions<Values extends object, Current, Action> extends Target {
  /**
   * What the form shows when it opens. Later changes are ignored unless it `follows`, so that a dialog keeps what is
   * typed.
   */
  initial: Values;
  version?: number;
  /** Shows at once what others save, unless unsaved changes would be lost: then saving reports a conflict. */
  follows?: boolean;
  labels: Record<keyof Values & string, string>;
  schema: ZodType;
  /**
   * Converts the values to what is sent; by default, they are sent as they are. Paths of the schema's issues name the
   * fields.
   */
  toInput?: (values: Values) => unknown;
  /** Asked before values are saved that are valid but rarely meant. It is not asked again until its text changes. */
  question?: (values: Values) => Confirmation | undefined;
  /**
   * What is sent, for example `{ verb: 'update', key, version, input }`. `version` is the one to save over. `once` is a
   * key that stays the same while the form is open: with it, an add is done only once, even if the answer was lost.
   */
  payload: (input: unknown, version: number | undefined, once: string) => object;
  /** The values of a record that someone else saved meanwhile, from the 409 answer's `current`. */
  fromRecord?: (current: Current) => { values: Values; version: number };
  /** Keeps what is typed in this tab, under this name, until it is saved or discarded, so that it survives a reload. */
  rememberedAs?: string;
  /** Called after a save, once nothing is unsaved any more. A `version` in the answer is the one to save over next. */
  onSaved: (answer: Saved<Action>) => void;
}

export interface FieldBinding<Value> {
  name: string;
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur: () => void;
  message: string | undefined;
}

export type RecordForm<Values extends object> = ReturnType<typeof useRecordForm<Values, never>>;

/**
 * Checks in the browser first, saves once however often the button is pressed, and keeps what is typed whatever the
 * answer.
 */
export function useRecordForm<Values extends object, Current, Action = AnyAction>(
  options: RecordFormOptions<Values, Current, Action>,
) {
  const { labels, schema, toInput = (values: Values): unknown => values, question, follows = false } = options;
  const typed = useTyped(options);
  const { values, setValues, opened, isChanged } = typed;
  const messages = useFieldMessages(schema, toInput(values));
  const uploads = useFieldUploads(setValues);
  const saving = useSaving({ ...options, toInput }, { typed, messages, uploads });
  const { conflict, problem, send, show } = saving;
  const checks = useSaveChecks(uploads.failed, question);
  const isDirty = isChanged || uploads.busy || uploads.failed.length > 0;
  const isNews = (options.version ?? 0) > (opened.version ?? 0);
  if (follows && isNews && !isDirty) show(options.initial, options.version);

  function submit(withoutFailed: boolean): string[] {
    if (uploads.busy || saving.isBusy) return [];
    const wrong = messages.attempt();
    if (wrong.length === 0 && checks.pass(values, withoutFailed)) send(values, opened.version);
    return wrong;
  }

  return {
    labels,
    values,
    /** The values when the form opened, or as others have saved them since. */
    opened: opened.values,
    set: typed.set,
    bind: <Name extends keyof Values & string>(name: Name) => bindField(name, labels[name], typed, messages),
    messageOf: messages.of,
    /** How often saving was tried: fields added since then do not count as wrong yet. */
    attempts: messages.attempts,
    /** A file that could not be uploaded counts as unsaved. */
    isDirty,
    /** True if what was typed before a reload has been put back. */
    isBack: typed.isBack,
    uploads,
    saving: saving.isBusy,
    problem,
    conflict,
    /**
     * Saves, shows what is wrong, or asks about files that could not be uploaded. Returns the paths of the wrong
     * fields.
     */
    submit: () => submit(false),
    submitWithout: () => submit(true),
    ...checks,
    agree: (): void => {
      checks.agree();
      send(values, opened.version);
    },
    keepMine: (): void => {
      const merged = uploads.busy ? undefined : saving.merge();
      if (merged && checks.pass(merged.values, false)) send(merged.values, merged.version);
    },
    takeTheirs: (): void => conflict && show(conflict.theirs, conflict.version),
    /** Replaces what is typed. */
    show,
  };
}

type TypedOptions<Values extends object> = Pick<
  RecordFormOptions<Values, never, AnyAction>,
  'initial' | 'version' | 'rememberedAs'
>;

/** What the form opened with, and what has been typed since. */
function useTyped<Values extends object>({ initial, version, rememberedAs }: TypedOptions<Values>) {
  const [remembered] = useState(() => (rememberedAs === undefined ? undefined : findUnsaved(rememberedAs, initial)));
  const [opened, setOpened] = useState(remembered?.opened ?? { values: initial, version });
  const [values, setValues] = useState(remembered?.values ?? initial);
  const [once, setOnce] = useState(() => remembered?.once ?? newIdempotencyKey());
  const isChanged = !sameValue(values, opened.values);
  useEffect(() => {
    if (rememberedAs === undefined) return;
    if (isChanged) keepUnsaved({ place: rememberedAs, once, values, opened });
    else forgetDraft(rememberedAs);
  }, [rememberedAs, isChanged, values, opened, once]);
  // Unmounting means that the form was saved or given up; a reload does not unmount it.
  useEffect(() => () => (rememberedAs === undefined ? undefined : forgetDraft(rememberedAs)), [rememberedAs]);
  return {
    values,
    setValues,
    set: <Name extends keyof Values>(name: Name, value: Values[Name]) =>
      setValues((now) => ({ ...now, [name]: value })),
    opened,
    setOpened,
    isChanged,
    isBack: remembered !== undefined && isChanged,
    once,
    renew: () => setOnce(newIdempotencyKey()),
  };
}

interface FormParts<Values extends object> {
  typed: ReturnType<typeof useTyped<Values>>;
  messages: ReturnType<typeof useFieldMessages>;
  uploads: ReturnType<typeof useFieldUploads<Values>>;
}

type SavingOptions<Values extends object, Current, Action> = RecordFormOptions<Values, Current, Action> & {
  toInput: (values: Values) => unknown;
};

function useSaving<Values extends object, Current, Action>(
  options: SavingOptions<Values, Current, Action>,
  { typed, messages, uploads }: FormParts<Values>,
) {
  const { toInput, payload, fromRecord } = options;
  const { opened, setOpened, setValues, once } = typed;
  const { conflict, setConflict, merge } = useConflict(typed);
  const [problem, setProblem] = useProblem();
  const sent = useRef(options.initial);
  const setSaved = useSaved(options.onSaved);
  const sender = useSend<Action, Current>(onAnswer, options);

  function onAnswer(answer: ActionAnswer<Action, Current>): void {
    if (answer.ok) {
      setOpened({ values: sent.current, version: versionIn(answer) ?? opened.version });
      uploads.forgetFailed();
      return setSaved(answer);
    }
    if (answer.status === 409 && answer.current && fromRecord) {
      const theirs = fromRecord(answer.current);
      const found = { opened: opened.values, theirs: theirs.values, version: theirs.version };
      // Others changed nothing in this form (an event was cancelled, say), so there is nothing to choose.
      if (changedFields(found).length === 0) {
        setOpened(theirs);
        return send(sent.current, theirs.version);
      }
      setConflict(found);
    } else setProblem(withoutMessagesOfFields(answer, options.labels));
    if (isOfKind(answer, 'sent-before')) typed.renew();
    messages.showRefused(answer.fields);
  }

  function send(what: Values, version: number | undefined): void {
    setProblem(undefined);
    sent.current = what;
    sender.send(payload(toInput(what), version, once));
  }

  return {
    isBusy: sender.busy,
    /** Why the last save failed; undefined once the refused fields have been changed. */
    problem: problem && hasFields(problem) && !messages.isRefused ? undefined : problem,
    conflict,
    merge,
    send,
    show: (next: Values, version: number | undefined): void => {
      setOpened({ values: next, version });
      setValues(next);
      setConflict(undefined);
      setProblem(undefined);
      messages.showRefused({});
      uploads.restart();
    },
  };
}

/** The fields say what is wrong with them; the summary only names them, if the form has them all. */
function withoutMessagesOfFields<Refused extends Problem>(answer: Refused, labels: Record<string, string>): Refused {
  const names = [...new Set(Object.keys(answer.fields).map((path) => path.split('.')[0] ?? ''))];
  const found = names.flatMap((name) => own(labels, name) ?? []);
  const [nothing] = /^Nothing was \w+/.exec(answer.detail) ?? [];
  if (nothing === undefined || found.length === 0 || found.length < names.length) return answer;
  return { ...answer, detail: `${nothing}. Please check ${found.map((label) => `‘${label}’`).join(', ')}.` };
}

/** What others saved meanwhile, until somebody chooses between their values and those typed here. */
function useConflict<Values extends object>({ values, setValues, setOpened }: FormParts<Values>['typed']) {
  const [conflict, setConflict] = useState<Conflict<Values>>();
  return {
    conflict,
    setConflict,
    /** Fields not touched here stay as the others saved them. */
    merge: () => {
      if (!conflict) return undefined;
      const merged = mergeValues(conflict, values);
      setOpened({ values: conflict.theirs, version: conflict.version });
      setValues(merged);
      setConflict(undefined);
      return { values: merged, version: conflict.version };
    },
  };
}

function versionIn(answer: object): number | undefined {
  return 'version' in answer && typeof answer.version === 'number' ? answer.version : undefined;
}

/**
 * Calls `onSaved` only once the saved state is rendered, so that leaving the screen no longer asks about unsaved
 * changes.
 */
function useSaved<Answer>(onSaved: (answer: Answer) => void): (answer: Answer) => void {
  const [saved, setSaved] = useState<{ answer: Answer }>();
  const passOn = useEffectEvent(onSaved);
  useEffect(() => {
    if (saved) passOn(saved.answer);
  }, [saved]);
  return (answer) => setSaved({ answer });
}

/** What can hold up a save: files that were not uploaded, and the question to ask first. */
function useSaveChecks<Values>(
  failed: readonly string[],
  question: ((values: Values) => Confirmation | undefined) | undefined,
) {
  const [isAskedAboutFiles, setAskedAboutFiles] = useState(false);
  const [asking, setAsking] = useState<Confirmation>();
  const [agreed, setAgreed] = useState<string>();
  return {
    leftOut: isAskedAboutFiles ? failed : [],
    asking,
    pass: (values: Values, withoutFailed: boolean): boolean => {
      const isMissing = failed.length > 0 && !withoutFailed;
      setAskedAboutFiles(isMissing);
      const toAsk = question?.(values);
      const isOpen = toAsk !== undefined && toAsk.text !== agreed;
      setAsking(isOpen && !isMissing ? toAsk : undefined);
      return !isMissing && !isOpen;
    },
    agree: () => {
      setAgreed(asking?.text);
      setAsking(undefined);
    },
    disagree: () => setAsking(undefined),
  };
}

function bindField<Values extends object, Name extends keyof Values & string>(
  name: Name,
  label: string,
  { values, opened, set }: FormParts<Values>['typed'],
  messages: FormParts<Values>['messages'],
): FieldBinding<Values[Name]> {
  return {
    name,
    label,
    value: values[name],
    onChange: (value) => {
      messages.clear(name);
      set(name, value);
    },
    // A field that somebody only tabbed through is not wrong yet.
    onBlur: () => afterPress(() => !sameValue(values[name], opened.values[name]) && messages.touch(name)),
    message: messages.of(name),
  };
}

function hasFields({ fields }: Problem): boolean {
  return Object.keys(fields).length > 0;
}

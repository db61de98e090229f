import { firstMessages } from '../../domain/check-input.ts';
import { own } from '../../domain/own.ts';
import { useEffect, useEffectEvent, useRef, useState, useCallback } from 'react';
import type { ZodType } from 'zod';
import { newIdempotencyKey } from '../form/idempotency-key.ts';
import { afterPress } from '../form/use-form-messages.ts';
import type { Problem } from '../../problem.ts';
import type { Confirmation } from '../dialog.tsx';
import { useProblem, useSend, type ActionAnswer, type AnyAction, type Saved, type Target } from '../use-send.ts';
import { sameValue } from '../same-value.ts';
import { changedFields, mergeValues, type Conflict } from './conflict.ts';
import { sayDone } from './toasts.tsx';
import type { HeldFiles } from './upload-context.ts';
import { findTyped, forgetTyped, rememberTyped } from '../typed.ts';

interface RecordFormOptions<Values extends object, Current, Action> extends Target {
  /** What the form shows when it opens. Later changes of it are ignored, unless it `follows`: a dialog keeps what is typed. */
  initial: Values;
  version?: number;
  /** What others save is shown at once, unless something here would be lost by it: then saving asks. */
  follows?: boolean;
  /** What each value is called. */
  labels: Record<keyof Values & string, string>;
  schema: ZodType;
  /** The values as they are sent; the values themselves when left out. Paths of the schema's issues name the fields. */
  toInput?: (values: Values) => unknown;
  /** What is asked before values are saved that are right but rarely meant; asked once for as long as its text stays. */
  question?: (values: Values) => Confirmation | undefined;
  /**
   * What is sent: for example `{ verb: 'update', key, version, input }`. `version` is the one to save over, `once` the same
   * for as long as the form is open: what adds sends it along, and adds once, also where an answer was lost.
   */
  payload: (input: unknown, version: number | undefined, once: string) => object;
  /** The values of a record that someone else saved meanwhile, from the 409 answer's `current`. */
  fromRecord?: (current: Current) => { values: Values; version: number };
  /** What is typed is kept in this tab under this name until it is saved or given up, and is there again after a reload. */
  rememberedAs?: string;
  /** After a save, once nothing is unsaved any more; a `version` in the answer is the one to save over next. */
  onSaved: (answer: Saved<Action>) => void;
}

export interface Bound<Value> {
  name: string;
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur: () => void;
  message: string | undefined;
}

export type RecordForm<Values extends object> = ReturnType<typeof useRecordForm<Values, never>>;

/** Checks in the browser first, saves once however often it is pressed, and keeps what is typed whatever the answer. */
export function useRecordForm<Values extends object, Current, Action = AnyAction>(
  options: RecordFormOptions<Values, Current, Action>,
) {
  const {
    labels,
    schema,
    toInput = (values: Values): unknown => values,
    question,
    payload,
    fromRecord,
    follows = false,
    rememberedAs,
  } = options;
  const [remembered] = useState(() =>
    rememberedAs === undefined ? undefined : findTyped(rememberedAs, options.initial),
  );
  const [opened, setOpened] = useState(remembered?.opened ?? { values: options.initial, version: options.version });
  const [values, setValues] = useState(remembered?.values ?? options.initial);
  const [conflict, setConflict] = useState<Conflict<Values>>();
  const [problem, setProblem] = useProblem();
  const messages = useMessages(schema, toInput(values));
  const uploads = useUploads(setValues);
  const [isAsked, setAsked] = useState(false);
  const [asking, setAsking] = useState<Confirmation>();
  const [agreed, setAgreed] = useState<string>();
  const [once] = useState(() => remembered?.once ?? newIdempotencyKey());
  const sent = useRef(options.initial);
  const [saved, setSaved] = useState<Saved<Action>>();
  const sender = useSend<Action, Current>(onAnswer, options);
  const onSaved = useEffectEvent(options.onSaved);
  // Not before the answer is part of the state: what is saved may then be left without being asked.
  useEffect(() => {
    if (saved) onSaved(saved);
  }, [saved]);
  const isChanged = !sameValue(values, opened.values);
  const isDirty = isChanged || uploads.busy || uploads.failed.length > 0;
  const show = (next: Values, version: number | undefined): void => {
    setOpened({ values: next, version });
    setValues(next);
    setConflict(undefined);
    setProblem(undefined);
    messages.refuse({});
    uploads.restart();
  };
  const isNews = (options.version ?? 0) > (opened.version ?? 0);
  if (follows && isNews && !isDirty) show(options.initial, options.version);
  useEffect(() => {
    if (rememberedAs === undefined) return;
    if (isChanged) rememberTyped(rememberedAs, { values, opened, once });
    else forgetTyped();
  }, [rememberedAs, isChanged, values, opened, once]);
  // A form that is closed was saved or given up; a reload closes nothing.
  useEffect(() => () => (rememberedAs === undefined ? undefined : forgetTyped()), [rememberedAs]);

  function onAnswer(answer: ActionAnswer<Action, Current>): void {
    if (answer.ok) {
      const version = 'version' in answer && typeof answer.version === 'number' ? answer.version : opened.version;
      setOpened({ values: sent.current, version });
      uploads.forgiveFailed();
      return setSaved(answer);
    }
    if (answer.status === 409 && answer.current && fromRecord) {
      const theirs = fromRecord(answer.current);
      const found = { opened: opened.values, theirs: theirs.values, version: theirs.version };
      // Nothing in this form, such as that an event was cancelled: there is nothing to choose.
      if (changedFields(found).length === 0) {
        setOpened({ values: theirs.values, version: theirs.version });
        return send(sent.current, theirs.version);
      }
      setConflict(found);
    } else setProblem(answer);
    messages.refuse(answer.fields);
  }

  function send(what: Values, version: number | undefined): void {
    setProblem(undefined);
    sent.current = what;
    sender.send(payload(toInput(what), version, once));
  }

  function isSettled(what: Values, isWithout: boolean): boolean {
    const isMissing = uploads.failed.length > 0 && !isWithout;
    setAsked(isMissing);
    const asked = question?.(what);
    const isOpen = asked !== undefined && asked.text !== agreed;
    setAsking(isOpen && !isMissing ? asked : undefined);
    return !isMissing && !isOpen;
  }

  function submit(isWithout: boolean): string[] {
    if (uploads.busy || sender.busy) return [];
    const wrong = messages.attempt();
    if (wrong.length === 0 && isSettled(values, isWithout)) send(values, opened.version);
    return wrong;
  }

  return {
    labels,
    values,
    /** As they were when the form opened, or as others saved them meanwhile. */
    opened: opened.values,
    set: <Name extends keyof Values>(name: Name, value: Values[Name]) =>
      setValues((now) => ({ ...now, [name]: value })),
    bind: <Name extends keyof Values & string>(name: Name): Bound<Values[Name]> => ({
      name,
      label: labels[name],
      value: values[name],
      onChange: (value) => {
        messages.forgive(name);
        setValues((now) => ({ ...now, [name]: value }));
      },
      // Anyone who only passed by has done nothing wrong yet.
      onBlur: () => afterPress(() => !sameValue(values[name], opened.values[name]) && messages.touch(name)),
      message: messages.of(name),
    }),
    messageOf: messages.of,
    /** How often saving was tried: what is added after that is not wrong yet. */
    attempts: messages.attempts,
    /** A file that could not be uploaded is not saved either. */
    isDirty,
    /** What was typed before a reload is there again. */
    isBack: remembered !== undefined && isChanged,
    uploads,
    saving: sender.busy,
    /** Why the last save failed, for as long as that holds: not once the fields that were refused have been changed. */
    problem: problem && hasFields(problem) && !messages.isRefused ? undefined : problem,
    conflict,
    /** Saves, or shows what is wrong, or asks about files that could not be uploaded. Returns the wrong fields. */
    submit: () => submit(false),
    leftOut: isAsked ? uploads.failed : [],
    submitWithout: () => submit(true),
    asking,
    agree: (): void => {
      setAgreed(asking?.text);
      setAsking(undefined);
      send(values, opened.version);
    },
    disagree: () => setAsking(undefined),
    /** Fields not touched here stay as the others saved them. */
    keepMine: (): void => {
      if (!conflict || uploads.busy) return;
      const merged = mergeValues(conflict, values);
      setOpened({ values: conflict.theirs, version: conflict.version });
      setValues(merged);
      setConflict(undefined);
      if (isSettled(merged, false)) send(merged, conflict.version);
    },
    takeTheirs: (): void => {
      if (conflict) show(conflict.theirs, conflict.version);
    },
    /** Instead of what is typed. */
    show,
  };
}

function hasFields({ fields }: Problem): boolean {
  return Object.keys(fields).length > 0;
}

interface KeyedFormOptions<Values extends object, Saved> extends Pick<
  RecordFormOptions<Values, Saved, AnyAction>,
  'labels' | 'schema' | 'toInput' | 'question' | 'action'
> {
  record: Saved | undefined;
  fresh: Values;
  valuesOf: (record: Saved) => Values;
  nameOf: (values: Values) => string;
  onClose: () => void;
}

/** The form of a screen whose action takes `add` and `update`: adds a record, or updates the one that is given. */
export function useKeyedForm<Values extends object, Saved extends { key: string; version: number }>(
  options: KeyedFormOptions<Values, Saved>,
): RecordForm<Values> {
  const { record, fresh, valuesOf, nameOf, onClose, ...rest } = options;
  const form = useRecordForm<Values, Saved>({
    initial: record ? valuesOf(record) : fresh,
    ...(record && { version: record.version }),
    ...rest,
    payload: (input, version, once) =>
      record ? { verb: 'update', key: record.key, version, input } : { verb: 'add', once, input },
    fromRecord: (current) => ({ values: valuesOf(current), version: current.version }),
    onSaved: () => {
      sayDone([nameOf(form.values)], record ? 'saved' : 'added');
      onClose();
    },
  });
  return form;
}

/** A field's message shows once it was left or saving was tried, and goes as soon as the field is right. */
function useMessages(schema: ZodType, input: unknown) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempts, setAttempts] = useState(0);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const found = { ...issuesOf(schema, input), ...refused };
  return {
    of: (path: string): string | undefined => {
      const isShown = attempts > 0 || touched.has(path) || Object.hasOwn(refused, path);
      return isShown ? own(found, path) : undefined;
    },
    attempts,
    touch: (name: string) => setTouched((now) => (now.has(name) ? now : new Set(now).add(name))),
    /** What the server said of a field no longer holds once it is changed. */
    forgive: (name: string) =>
      setRefused((now) => Object.fromEntries(Object.entries(now).filter(([path]) => path.split('.')[0] !== name))),
    isRefused: Object.keys(refused).length > 0,
    refuse: (fields: Record<string, string>) => setRefused(fields),
    /** The paths of what is wrong. */
    attempt: (): string[] => {
      setAttempts((now) => now + 1);
      return Object.keys(issuesOf(schema, input));
    },
  };
}

function issuesOf(schema: ZodType, input: unknown): Record<string, string> {
  return firstMessages(schema.safeParse(input).error ?? { issues: [] });
}

type Held = Omit<HeldFiles, 'value'>;

/** Listens to the UploadFields inside the form; `round` changes when they are to begin anew. */
function useUploads<Values extends object>(setValues: (change: (now: Values) => Values) => void) {
  const [fields, setFields] = useState<Readonly<Record<string, Held>>>({});
  const [round, setRound] = useState(0);
  const report = useCallback(
    (name: string, { value, ...held }: HeldFiles) => {
      setValues((now) => ({ ...now, [name]: value }));
      setFields((now) => ({ ...now, [name]: held }));
    },
    [setValues],
  );
  const all = Object.values(fields);
  return {
    busy: all.some(({ busy }) => busy),
    failed: all.flatMap(({ failed }) => failed),
    /** What was saved without them is all that was wanted. */
    forgiveFailed: () =>
      setFields((now) =>
        Object.fromEntries(Object.entries(now).map(([name, held]) => [name, { ...held, failed: [] }])),
      ),
    report,
    round,
    restart: () => setRound((now) => now + 1),
  };
}

import { DOOR, parametersOf } from '../../addresses.ts';
import { MOST_ACTIONS } from '../../domain/sign-ups/door/check-ins.ts';
import type { DoorAction, DoorOutcome } from '../../domain/sign-ups/door/batch.ts';
import type { DoorList } from '../../domain/sign-ups/door/door.ts';
import { readAnswer } from '../../read-answer.ts';
import { ProblemError } from '../../problem.ts';
import { forgetClosedDoors, forgetOffline } from './cache-door.ts';
import { isRefusal, isRefused } from './refusal.ts';
import { inBackground } from '../../ui/in-background.ts';
import {
  forgetActions,
  forgetList,
  storeActions,
  storeList,
  readDoor,
  readLeftBehind,
  type NotedAction,
} from './door-store.ts';

/** The door as this phone knows it. */
export interface DoorView {
  /** undefined until it was read, from this phone or from the site. */
  list: DoorList | undefined;
  /** What was done here and not sent yet, in order. */
  actions: DoorAction[];
  /** How many of them are not on this phone yet: a moment later they outlive the page. */
  unsaved: number;
  /** What could not be done, in words. */
  problems: string[];
  /** What was done at a door that has ended, and was not sent. */
  left: NotedAction[];
  isReachable: boolean;
  /** 'ended': the link was stopped, or the event is over. */
  state: 'open' | 'ended' | 'signed out';
}

export type DoorClient = ReturnType<typeof createDoorClient>;

const TIMEOUT_MS = 10_000;
/** What takes longer to be sent is shown as waiting. */
const SLOW_MS = 2500;
const LONGEST_WAIT_MS = 15_000;
/** Asked for anew this often: a proxy may hold the stream of changes back. */
const POLL_MS = 20_000;

interface Answer {
  list: DoorList;
  outcomes?: DoorOutcome[];
}

/** Shows what is done at once, keeps it on the phone, and sends it as soon as there is a network. */
export function createDoorClient(door: string) {
  let current: DoorView = {
    list: undefined,
    actions: [],
    unsaved: 0,
    problems: [],
    left: [],
    isReachable: true,
    state: 'open',
  };
  const listeners = new Set<() => void>();
  const ownEvent = parametersOf(DOOR, door)?.id;
  /** By the ids of what is not sent yet: whom it concerns. */
  const noted = new Map<string, NotedAction>();
  let running: Promise<void> | undefined;
  let isDue = false;
  let failures = 0;
  let most = MOST_ACTIONS;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  // A browser that keeps nothing, such as in a private window, still works while the page is open.
  let saved: Promise<unknown> = Promise.resolve();
  const save = (work: () => Promise<unknown>) => {
    saved = saved.then(work).catch(() => undefined);
    return saved;
  };

  function show(change: Partial<DoorView>): void {
    current = { ...current, ...change };
    for (const listener of listeners) listener();
  }

  /** The names go; what was done here and not sent stays, for anyone who signs in on this phone. */
  function end(state: 'ended' | 'signed out'): false {
    clearTimeout(retry);
    show({ state, list: undefined, ...(state === 'ended' && { left: current.actions.map(note) }) });
    inBackground(save(() => forgetList(door)));
    return false;
  }

  function note(action: DoorAction): NotedAction {
    const before = noted.get(action.id);
    const eventKeys = before?.eventKeys ?? current.list?.eventKeys ?? [];
    const now = { action, name: before?.name ?? nameOf(action), eventKeys };
    noted.set(action.id, now);
    return now;
  }

  async function ask(): Promise<Response> {
    const batch = current.actions.slice(0, most);
    const body = JSON.stringify({ now: Date.now(), actions: batch });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    return fetch(`${door}/people`, batch.length > 0 ? { method: 'POST', headers, body, signal } : { headers, signal });
  }

  /** Done, or why to wait; true where there is more to send. */
  async function syncOnce(): Promise<boolean> {
    const isSending = current.actions.length > 0;
    const response = await ask();
    try {
      return take(await readAnswer<Answer>(response, isSending ? ['list', 'outcomes'] : ['list'], ''));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { status } = error.problem;
      if (isRefusal(status)) return end(status === 401 ? 'signed out' : 'ended');
      if (status === 429 || status >= 500 || !isSending) throw error;
      return setAside();
    }
  }

  /** One of these is not understood: they are sent one by one, and that one is left out. */
  function setAside(): boolean {
    const [first] = current.actions;
    if (first && most === 1) {
      const problem = `${note(first).name}: This could not be sent.`;
      show({ actions: current.actions.slice(1), problems: [...current.problems, problem] });
      inBackground(save(() => forgetActions([first.id])));
    }
    most = 1;
    return current.actions.length > 0;
  }

  function take({ list, outcomes = [] }: Answer): boolean {
    most = MOST_ACTIONS;
    const done = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
    const keys = new Map<string, string>();
    for (const { id, key } of current.actions) {
      const known = done.get(id)?.key;
      if (known !== undefined && known !== key) keys.set(key, known);
    }
    const left = current.actions
      .filter(({ id }) => !done.has(id))
      .map((action) => ({ ...action, key: keys.get(action.key) ?? action.key }));
    const problems = outcomes.flatMap(({ id, problem }) => (problem ? [`${nameOfId(id)}: ${problem}`] : []));
    show({ list, actions: left, isReachable: true, state: 'open', problems: [...current.problems, ...problems] });
    for (const id of done.keys()) noted.delete(id);
    const keep = async () => {
      await forgetActions([...done.keys()]);
      const renamed = new Set(keys.values());
      await storeActions(door, left.filter(({ key }) => renamed.has(key)).map(note));
      // Once the door was left, this phone may have been told to forget the names.
      if (!isStopped) await storeList(door, list);
    };
    inBackground(save(keep));
    return left.length > 0;
  }

  function nameOfId(id: string): string {
    const action = current.actions.find((one) => one.id === id);
    return action ? note(action).name : 'Somebody';
  }

  function nameOf(action: DoorAction): string {
    if (action.verb === 'add') return action.name;
    const added = current.actions.find(({ verb, key }) => verb === 'add' && key === action.key);
    if (added?.verb === 'add') return added.name;
    return current.list?.people.find(({ key }) => key === action.key)?.name ?? 'Somebody';
  }

  async function run(): Promise<void> {
    clearTimeout(retry);
    const slow = setTimeout(() => show({ isReachable: false }), SLOW_MS);
    try {
      do {
        isDue = false;
        while (await syncOnce());
      } while (isDue);
      failures = 0;
    } catch {
      failures += 1;
      show({ isReachable: false });
      const wait = Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures) * (0.75 + Math.random() / 2);
      if (!isStopped) retry = setTimeout(again, wait);
    } finally {
      clearTimeout(slow);
    }
  }

  function sync(): Promise<void> {
    if (current.state === 'ended' || isStopped) return Promise.resolve();
    isDue = true;
    running ??= run().finally(() => (running = undefined));
    return running;
  }

  /**
   * Whoever loses the session or the role is led away by the router before this client is refused. So it asks once more as it stops;
   * where the page goes before the answer comes, the door's worker forgets the names (door.worker.ts).
   */
  async function askAtEnd(): Promise<void> {
    if (current.state !== 'open') return;
    const headers = { accept: 'application/json' };
    const response = await fetch(`${door}/people`, { headers, keepalive: true }).catch(() => undefined);
    if (response && isStopped && (await isRefused(response))) await save(() => forgetOffline(door));
  }

  function again(): void {
    inBackground(sync());
  }

  async function open(): Promise<void> {
    await save(forgetClosedDoors);
    await save(async () => {
      const stored = await readDoor(door);
      takeUp(stored.actions);
      show({ list: current.list ?? stored.list });
    });
    if (ownEvent !== undefined)
      await save(async () => show({ left: await readLeftBehind(decodeURIComponent(ownEvent)) }));
    await sync();
  }

  function takeUp(before: NotedAction[]): void {
    const known = new Set(current.actions.map(({ id }) => id));
    const own = before.filter(({ action }) => !known.has(action.id));
    for (const one of own) noted.set(one.action.id, one);
    show({ actions: [...own.map(({ action }) => action), ...current.actions] });
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => current,
    act: (...actions: DoorAction[]) => {
      show({ actions: [...current.actions, ...actions], unsaved: current.unsaved + actions.length });
      const now = actions.map(note);
      inBackground(save(() => storeActions(door, now)).then(() => show({ unsaved: current.unsaved - now.length })));
      inBackground(sync());
    },
    /** Asks the site what is new, soon; resolves once it was asked. */
    sync,
    dismissProblems: () => show({ problems: [] }),
    sendLeft: () => {
      const { left } = current;
      show({ left: [] });
      takeUp(left);
      inBackground(save(() => storeActions(door, left)));
      inBackground(sync());
    },
    start: () => {
      isStopped = false;
      inBackground(open());
      const poll = setInterval(() => {
        if (current.list && current.list.until <= Date.now()) end('ended');
        else if (!document.hidden) again();
      }, POLL_MS);
      addEventListener('online', again);
      document.addEventListener('visibilitychange', again);
      return () => {
        isStopped = true;
        clearInterval(poll);
        clearTimeout(retry);
        removeEventListener('online', again);
        document.removeEventListener('visibilitychange', again);
        inBackground(askAtEnd());
      };
    },
  };
}

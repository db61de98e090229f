import { MOST_ACTIONS } from '../../../domain/sign-ups/check-ins.ts';
import type { DoorAction, DoorOutcome } from '../../../domain/sign-ups/door-batch.ts';
import type { DoorList } from '../../../domain/sign-ups/door.ts';
import { forgetClosedDoors } from './keep-offline.ts';
import { inBackground } from '../../../ui/in-background.ts';
import { forgetActions, forgetDoor, forgetList, keepActions, keepList, readKept } from './door-store.ts';

/** The door as this phone knows it. */
export interface DoorView {
  /** undefined until it was read, from this phone or from the site. */
  list: DoorList | undefined;
  /** What was done here and not sent yet, in order. */
  actions: DoorAction[];
  /** What could not be done, in words. */
  problems: string[];
  isReachable: boolean;
  /** 'ended': the link was stopped, or the event is over. */
  state: 'open' | 'ended' | 'signed out';
}

export interface DoorClient {
  subscribe: (listener: () => void) => () => void;
  view: () => DoorView;
  act: (...actions: DoorAction[]) => void;
  /** Asks the site what is new, soon; resolves once it was asked. */
  sync: () => Promise<void>;
  dismissProblems: () => void;
  start: () => () => void;
}

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
export function createDoorClient(door: string): DoorClient {
  let current: DoorView = { list: undefined, actions: [], problems: [], isReachable: true, state: 'open' };
  const listeners = new Set<() => void>();
  const isForHelpers = door.startsWith('/door/');
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

  /** What was done here and not sent stays with whoever may sign in again; a helpers' link that ended leaves nothing. */
  function end(state: 'ended' | 'signed out'): false {
    clearTimeout(retry);
    const isOver = state === 'ended' && isForHelpers;
    show({ state, list: undefined, ...(isOver && { actions: [] }) });
    inBackground(save(() => (isOver ? forgetDoor(door) : forgetList(door))));
    return false;
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
    // What stands between here and the site may answer in its place, but not as the site does.
    if (!response.headers.get('content-type')?.includes('json')) throw new Error('The site does not answer');
    if (response.ok) return take(await response.json());
    if ([401, 403, 404].includes(response.status)) return end(response.status === 401 ? 'signed out' : 'ended');
    if (response.status === 429 || response.status >= 500 || !isSending) throw new Error('The site cannot answer now');
    return setAside();
  }

  /** One of these is not understood: they are sent one by one, and that one is left out. */
  function setAside(): boolean {
    const [first] = current.actions;
    if (first && most === 1) {
      show({ actions: current.actions.slice(1), problems: [...current.problems, 'Something could not be sent.'] });
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
    const problems = outcomes.flatMap(({ id, problem }) => (problem ? [`${nameOf(id)}: ${problem}`] : []));
    show({ list, actions: left, isReachable: true, state: 'open', problems: [...current.problems, ...problems] });
    const keep = async () => {
      await forgetActions([...done.keys()]);
      const renamed = new Set(keys.values());
      await keepActions(
        door,
        left.filter(({ key }) => renamed.has(key)),
      );
      await keepList(door, list);
    };
    inBackground(save(keep));
    return left.length > 0;
  }

  function nameOf(id: string): string {
    const action = current.actions.find((one) => one.id === id);
    if (action?.verb === 'add') return action.name;
    return current.list?.people.find(({ key }) => key === action?.key)?.name ?? 'Somebody';
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

  function again(): void {
    inBackground(sync());
  }

  async function open(): Promise<void> {
    await save(forgetClosedDoors);
    await save(async () => {
      const kept = await readKept(door);
      const known = new Set(current.actions.map(({ id }) => id));
      const actions = [...kept.actions.filter(({ id }) => !known.has(id)), ...current.actions];
      show({ actions, list: current.list ?? kept.list });
    });
    await sync();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => current,
    act(...actions) {
      show({ actions: [...current.actions, ...actions] });
      inBackground(save(() => keepActions(door, actions)));
      inBackground(sync());
    },
    sync,
    dismissProblems: () => show({ problems: [] }),
    start() {
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
      };
    },
  };
}

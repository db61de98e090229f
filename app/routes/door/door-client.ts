import { DOOR, parametersOf } from '../../addresses.ts';
import { MOST_ACTIONS } from '../../domain/sign-ups/door/door-limits.ts';
import type { DoorAction, DoorOutcome } from '../../domain/sign-ups/door/batch.ts';
import type { DoorList } from '../../domain/sign-ups/door/door.ts';
import { readAnswer } from '../../read-answer.ts';
import { ProblemError } from '../../problem.ts';
import { forgetClosedDoors, forgetOffline } from './cache-door.ts';
import { isRefusal, isRefused } from './is-refused.ts';
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

/** What this phone knows of the door. */
export interface DoorView {
  /** undefined until it has been read from this phone or from the site. */
  list: DoorList | undefined;
  /** What was done here and has not been sent yet, in order. */
  actions: DoorAction[];
  /** How many of them are not stored on this phone yet, so that closing the page would lose them. */
  unsaved: number;
  /** Sentences about what could not be done. */
  problems: string[];
  /** What was done at a door that has ended, and could not be sent. */
  left: NotedAction[];
  isReachable: boolean;
  /** 'ended' means that the link was stopped or the event is over. */
  state: 'open' | 'ended' | 'signed out';
}

const TIMEOUT_MS = 10_000;
/** An action that takes longer to send is shown as waiting. */
const SLOW_MS = 2500;
const LONGEST_WAIT_MS = 15_000;
/** The list is fetched this often anyway, because a proxy may hold back the stream of changes. */
const POLL_MS = 20_000;

interface Answer {
  list: DoorList;
  outcomes?: DoorOutcome[];
}

/** Shows each action at once, keeps it on the phone, and sends it as soon as there is a network. */
export class DoorClient {
  readonly #door: string;
  readonly #ownEvent: string | undefined;
  readonly #listeners = new Set<() => void>();
  /** The people whom unsent actions are about, by the ids of the actions. */
  readonly #noted = new Map<string, NotedAction>();
  #current: DoorView = {
    list: undefined,
    actions: [],
    unsaved: 0,
    problems: [],
    left: [],
    isReachable: true,
    state: 'open',
  };
  #running: Promise<void> | undefined;
  #isDue = false;
  #failures = 0;
  #most = MOST_ACTIONS;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  #saved: Promise<unknown> = Promise.resolve();

  constructor(door: string) {
    this.#door = door;
    this.#ownEvent = parametersOf(DOOR, door)?.id;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): DoorView => this.#current;

  act(...actions: DoorAction[]): void {
    const { actions: before, unsaved } = this.#current;
    this.#show({ actions: [...before, ...actions], unsaved: unsaved + actions.length });
    const now = actions.map((action) => this.#note(action));
    const stored = this.#save(() => storeActions(this.#door, now));
    inBackground(stored.then(() => this.#show({ unsaved: this.#current.unsaved - now.length })));
    this.#again();
  }

  /** Asks the site soon for what is new; resolves once it has asked. */
  readonly sync = (): Promise<void> => {
    if (this.#current.state === 'ended' || this.#isStopped) return Promise.resolve();
    this.#isDue = true;
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    return this.#running;
  };

  readonly dismissProblems = (): void => this.#show({ problems: [] });

  readonly sendLeft = (): void => {
    const { left } = this.#current;
    this.#show({ left: [] });
    this.#takeUp(left);
    inBackground(this.#save(() => storeActions(this.#door, left)));
    this.#again();
  };

  start(): () => void {
    this.#isStopped = false;
    inBackground(this.#open());
    const poll = setInterval(() => {
      const { list } = this.#current;
      if (list && list.until <= Date.now()) this.#end('ended');
      else if (!document.hidden) this.#again();
    }, POLL_MS);
    addEventListener('online', this.#again);
    document.addEventListener('visibilitychange', this.#again);
    return () => {
      this.#isStopped = true;
      clearInterval(poll);
      clearTimeout(this.#retry);
      removeEventListener('online', this.#again);
      document.removeEventListener('visibilitychange', this.#again);
      inBackground(this.#askAtEnd());
    };
  }

  /** If the browser stores nothing, as in some private windows, the door still works while the page is open. */
  #save(work: () => Promise<unknown>): Promise<unknown> {
    this.#saved = this.#saved.then(() => work()).catch(() => undefined);
    return this.#saved;
  }

  #show(change: Partial<DoorView>): void {
    this.#current = { ...this.#current, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Removes the names. What was done here and not sent stays for the next person who signs in on this phone. */
  #end(state: 'ended' | 'signed out'): false {
    clearTimeout(this.#retry);
    this.#show({
      state,
      list: undefined,
      ...(state === 'ended' && { left: this.#current.actions.map((action) => this.#note(action)) }),
    });
    inBackground(this.#save(() => forgetList(this.#door)));
    return false;
  }

  #note(action: DoorAction): NotedAction {
    const before = this.#noted.get(action.id);
    const eventKeys = before?.eventKeys ?? this.#current.list?.eventKeys ?? [];
    const now = { action, name: before?.name ?? this.#nameOf(action), eventKeys };
    this.#noted.set(action.id, now);
    return now;
  }

  async #ask(): Promise<Response> {
    const batch = this.#current.actions.slice(0, this.#most);
    const body = JSON.stringify({ now: Date.now(), actions: batch });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    return fetch(
      `${this.#door}/people`,
      batch.length > 0 ? { method: 'POST', headers, body, signal } : { headers, signal },
    );
  }

  /** Done, or why to wait; true if there is more to send. */
  async #syncOnce(): Promise<boolean> {
    const isSending = this.#current.actions.length > 0;
    const response = await this.#ask();
    try {
      return this.#take(await readAnswer<Answer>(response, isSending ? ['list', 'outcomes'] : ['list'], ''));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { status } = error.problem;
      if (isRefusal(status)) return this.#end(status === 401 ? 'signed out' : 'ended');
      if (status === 429 || status >= 500 || !isSending) throw error;
      return this.#setAside();
    }
  }

  /** The site does not accept one of the actions, so they are sent one by one and that one is left out. */
  #setAside(): boolean {
    const [first] = this.#current.actions;
    if (first && this.#most === 1) {
      const problem = `${this.#note(first).name}: what you did could not be sent.`;
      this.#show({ actions: this.#current.actions.slice(1), problems: [...this.#current.problems, problem] });
      inBackground(this.#save(() => forgetActions([first.id])));
    }
    this.#most = 1;
    return this.#current.actions.length > 0;
  }

  #take({ list, outcomes = [] }: Answer): boolean {
    this.#most = MOST_ACTIONS;
    const done = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
    const keys = new Map<string, string>();
    for (const { id, key } of this.#current.actions) {
      const known = done.get(id)?.key;
      if (known !== undefined && known !== key) keys.set(key, known);
    }
    const left = this.#current.actions
      .filter(({ id }) => !done.has(id))
      .map((action) => ({ ...action, key: keys.get(action.key) ?? action.key }));
    const problems = outcomes.flatMap(({ id, problem }) => (problem ? [`${this.#nameOfId(id)}: ${problem}`] : []));
    this.#show({
      list,
      actions: left,
      isReachable: true,
      state: 'open',
      problems: [...this.#current.problems, ...problems],
    });
    for (const id of done.keys()) this.#noted.delete(id);
    const keep = async () => {
      const renamed = new Set(keys.values());
      await storeActions(
        this.#door,
        left.filter(({ key }) => renamed.has(key)).map((action) => this.#note(action)),
      );
      // Whoever was added is forgotten last: what is left about them was done under a key that only their action explains.
      await forgetActions([...done.keys()]);
      // Once the page has been left, this phone may have been told to forget the names.
      if (!this.#isStopped) await storeList(this.#door, list);
    };
    inBackground(this.#save(keep));
    return left.length > 0;
  }

  #nameOfId(id: string): string {
    const action = this.#current.actions.find((one) => one.id === id);
    return action ? this.#note(action).name : 'Somebody';
  }

  #nameOf(action: DoorAction): string {
    if (action.verb === 'add') return action.name;
    const added = this.#current.actions.find(({ verb, key }) => verb === 'add' && key === action.key);
    if (added?.verb === 'add') return added.name;
    return this.#current.list?.people.find(({ key }) => key === action.key)?.name ?? 'Somebody';
  }

  async #run(): Promise<void> {
    clearTimeout(this.#retry);
    const slow = setTimeout(() => this.#show({ isReachable: false }), SLOW_MS);
    try {
      do {
        this.#isDue = false;
        while (await this.#syncOnce());
      } while (this.#isDue);
      this.#failures = 0;
    } catch {
      this.#failures += 1;
      this.#show({ isReachable: false });
      const wait = Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.#failures) * (0.75 + Math.random() / 2);
      if (!this.#isStopped) this.#retry = setTimeout(this.#again, wait);
    } finally {
      clearTimeout(slow);
    }
  }

  /**
   * The router leads people who lose their session or role away before this client is refused. So it asks once more as it stops. If
   * the page is gone before the answer comes, the door's worker removes the names (door.worker.ts).
   */
  async #askAtEnd(): Promise<void> {
    if (this.#current.state !== 'open') return;
    const headers = { accept: 'application/json' };
    const response = await fetch(`${this.#door}/people`, { headers, keepalive: true }).catch(() => undefined);
    if (response && this.#isStopped && (await isRefused(response))) await this.#save(() => forgetOffline(this.#door));
  }

  readonly #again = (): void => {
    inBackground(this.sync());
  };

  async #open(): Promise<void> {
    await this.#save(forgetClosedDoors);
    await this.#save(async () => {
      const stored = await readDoor(this.#door);
      this.#takeUp(stored.actions);
      this.#show({ list: this.#current.list ?? stored.list });
    });
    const event = this.#ownEvent;
    if (event !== undefined)
      await this.#save(async () => this.#show({ left: await readLeftBehind(decodeURIComponent(event)) }));
    await this.sync();
  }

  #takeUp(before: NotedAction[]): void {
    const known = new Set(this.#current.actions.map(({ id }) => id));
    const own = before.filter(({ action }) => !known.has(action.id));
    for (const one of own) this.#noted.set(one.action.id, one);
    this.#show({ actions: [...own.map(({ action }) => action), ...this.#current.actions] });
  }
}

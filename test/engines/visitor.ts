import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { vi } from 'vitest';
import type { Tab } from './tab.ts';

/** Where something is in the viewport, and whether a press there reaches it. */
interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
  isOnTop: boolean;
}

/** In the page: finds what people and screen readers find. */
declare const TestingLibraryDom: typeof import('@testing-library/dom');

/** In the page: the router, once it has taken the page over. */
declare const __reactRouterDataRouter: { state: { navigation: { state: string } } } | undefined;

type Json = string | number | boolean | null | { [name: string]: Json };

export const POLLING = { timeout: 20_000, interval: 100 };

/** For what has no role, such as a password: the element that this label names. */
const LABELLED = 'labelled';

const library = readFile(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/** Someone with a page of an engine before them: looks for things by role and name, presses and types for real. */
export class Visitor {
  readonly tab: Tab;
  constructor(tab: Tab) {
    this.tab = tab;
  }

  /** What has this role and name, once it is there: within what `within` selects, brought into view. */
  async place(role: string, name: string | RegExp, within = 'body'): Promise<Place> {
    const found = await vi.waitFor(async () => {
      await this.#bringLibrary();
      const place = await this.run(placeOf, role, name instanceof RegExp ? { like: name.source } : name, within);
      if (!place) throw new Error(`There is no ${role} ‘${String(name)}’ in ${within}`);
      return place;
    }, POLLING);
    return found;
  }

  /** Presses it once the page has settled, it stands still and nothing lies over it. */
  async press(role: string, name: string | RegExp, within = 'body'): Promise<void> {
    let before: Place | undefined;
    const { x, y } = await vi.waitFor(async () => {
      if (!(await this.run(isSettled))) throw new Error('The page is still changing');
      const place = await this.place(role, name, within);
      // Bringing it into view may land half a pixel to either side.
      const isStill = before && Math.abs(place.x - before.x) <= 1 && Math.abs(place.y - before.y) <= 1;
      before = place;
      if (!isStill) throw new Error(`The ${role} ‘${String(name)}’ moves`);
      if (!place.isOnTop) throw new Error(`Something lies over the ${role} ‘${String(name)}’`);
      return place;
    }, POLLING);
    await this.tab.pressAt(x, y);
  }

  /** Presses into a text field and types over what is in it. */
  async fill(label: string, text: string, within = 'body'): Promise<void> {
    await this.press(LABELLED, label, within);
    await this.run(() => {
      const { activeElement: field } = document;
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
    });
    await this.tab.type(text);
  }

  /** Sets a field as the browser's own picker would. */
  async choose(label: string, value: string): Promise<void> {
    await this.place(LABELLED, label, 'dialog');
    await this.run(setField, label, value);
  }

  /** What cannot be seen and reached of the dialog that is open: its fields, its buttons and what it says. */
  async missesInDialog(): Promise<string[]> {
    await vi.waitFor(
      () => this.run(() => document.querySelector('dialog[open] h2')?.textContent ?? Promise.reject()),
      POLLING,
    );
    // On a phone parts of a form are folded until somebody opens them.
    await this.run(() => {
      for (const fold of document.querySelectorAll<HTMLElement>('dialog[open] details:not([open]) > summary'))
        fold.click();
    });
    await this.misses('dialog[open] details:not([open])');
    return this.run(unreachable);
  }

  /** Counts the dialogs that open from now on, for `dialogsOpened`. */
  async countDialogs(): Promise<void> {
    await this.run(() => {
      const { dataset } = document.documentElement;
      dataset.opened = '0';
      new MutationObserver((records) => {
        const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
        dataset.opened = String(Number(dataset.opened) + added.filter(({ nodeName }) => nodeName === 'DIALOG').length);
      }).observe(document.body, { subtree: true, childList: true });
    });
  }

  /** Once none is open and the address names none, how many have opened since they are counted. */
  async dialogsOpened(): Promise<number> {
    await this.misses('dialog');
    await this.arrives(/^[^#]*$/);
    return this.run(() => Number(document.documentElement.dataset.opened));
  }

  /** Waits until this text can be read. */
  async reads(text: string, within = 'body'): Promise<void> {
    await vi.waitFor(async () => {
      const shown = await this.run((where) => document.querySelector<HTMLElement>(where)?.innerText ?? '', within);
      const said = shown.replaceAll(/\s+/g, ' ');
      if (!said.includes(text)) throw new Error(`‘${text}’ is not in ‘${said}’`);
    }, POLLING);
  }

  /** Waits until nothing in the document is what `selector` selects. */
  async misses(selector: string): Promise<void> {
    await vi.waitUntil(() => this.run((what) => document.querySelector(what) === null, selector), POLLING);
  }

  /** Waits until React has taken the page over: from then on what is pressed is answered without loading. */
  async isAlive(): Promise<void> {
    const isTaken = () => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'));
    await vi.waitUntil(() => this.run(isTaken), POLLING);
  }

  /** Waits until nothing of the page is still on its way, and its typefaces are there. */
  async isWhole(): Promise<void> {
    const isLoading = () =>
      [...document.querySelectorAll('main [role=status]')].some(({ textContent }) => textContent.startsWith('Loading'));
    await vi.waitUntil(async () => !(await this.run(isLoading)), POLLING);
    await this.run(() => document.fonts.ready.then(() => true));
  }

  /** Waits until the page is at this address. */
  async arrives(path: RegExp): Promise<void> {
    await vi.waitUntil(async () => path.test(await this.run(() => location.pathname + location.hash)), POLLING);
  }

  /** Waits until the bar is painted: the mark at its left stands out from its ground. */
  seesBar(): Promise<boolean> {
    return vi.waitUntil(() => this.#isBarPainted(), POLLING);
  }

  async #isBarPainted(): Promise<boolean> {
    const mark = await this.run(() => {
      const box = document.querySelector('header a')?.getBoundingClientRect();
      return box && { left: Math.round(box.left), top: Math.round(box.top), width: 40, height: 40 };
    });
    if (!mark) return false;
    const { channels } = await sharp(await this.tab.picture())
      .extract(mark)
      .stats();
    return channels.some(({ stdev }) => stdev > 12);
  }

  /** Calls a function in the page; it sees nothing of this process but its arguments. */
  run<Args extends Json[], Result>(work: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>> {
    return this.tab.evaluate(`(${work.toString()})(${args.map((arg) => JSON.stringify(arg)).join()})`);
  }

  async #bringLibrary(): Promise<void> {
    if (await this.run(() => 'TestingLibraryDom' in globalThis)) return;
    await this.tab.evaluate(`(() => { ${await library} })()`);
  }
}

/** Nothing is on its way to another page: what is pressed meanwhile goes to the picture of the page before. */
function isSettled(): boolean {
  const isGoing =
    typeof __reactRouterDataRouter !== 'undefined' && __reactRouterDataRouter.state.navigation.state !== 'idle';
  const isPassing = document
    .getAnimations()
    .some(({ effect }) => effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith('::view-transition'));
  const isCaptured =
    CSS.supports('selector(:active-view-transition)') && document.documentElement.matches(':active-view-transition');
  return !isGoing && !isPassing && !isCaptured;
}

function placeOf(role: string, wanted: string | { like: string }, within: string): Place | null {
  const { queryAllByRole, queryAllByLabelText } = TestingLibraryDom;
  const name = typeof wanted === 'string' ? wanted : new RegExp(wanted.like);
  for (const container of document.querySelectorAll<HTMLElement>(within)) {
    const found =
      role === 'labelled' ? queryAllByLabelText(container, name) : queryAllByRole(container, role, { name });
    for (const element of found) {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      const x = Math.round(left + width / 2);
      const y = Math.round(top + height / 2);
      const there = document.elementFromPoint(x, y);
      const isOnTop = there !== null && (element.contains(there) || there.contains(element));
      return { x, y, width, height, isOnTop };
    }
  }
  return null;
}

function setField(label: string, value: string): void {
  for (const field of TestingLibraryDom.queryAllByLabelText(document.body, label)) {
    if (!(field instanceof HTMLInputElement)) continue;
    // React notes what a page's own scripts set and would find nothing changed.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('blur'));
  }
}

function unreachable(): string[] {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const parts = dialog?.querySelectorAll<HTMLElement>('input:not([type=hidden]), select, textarea, button, p') ?? [];
  // What is inert is there to be looked at: no press reaches it.
  const isShown = (part: HTMLElement) => part.offsetWidth > 1 && part.offsetHeight > 1 && !part.closest('[inert]');
  const isReached = (part: HTMLElement) => {
    part.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = part.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there !== null && (part.contains(there) || there.closest('label')?.contains(part) === true);
  };
  const missing = [...parts].filter((part) => isShown(part) && !isReached(part));
  return parts.length === 0 ? ['everything'] : missing.map((part) => part.outerHTML.slice(0, 80));
}

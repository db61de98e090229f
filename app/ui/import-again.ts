/** What browsers say when a module, or one that it imports, could not be loaded. */
const NOT_LOADED = /dynamically imported module|importing a module script/i;
const ADDRESS = /https?:\S+$/;
/** Milliseconds before each further try; somebody who moves between two networks is back by then. */
const WAITS = [0, 1000, 3000];

type Load<Module> = () => Promise<Module>;

interface Browser {
  importAt: <Module>(address: string) => Promise<Module>;
  fetch: (address: string) => Promise<{ ok: boolean }>;
  wait: (milliseconds: number) => Promise<unknown>;
}

const BROWSER: Browser = {
  importAt: (address) => import(/* @vite-ignore */ address),
  fetch: (address) => fetch(address),
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
};

/**
 * Retries a failed import under another address, because a browser may remember for good that an address failed. Use it
 * where a visitor waits for something they pressed; for a whole page, the router loads the document anew.
 */
export async function importAgain<Module>(load: Load<Module>, browser = BROWSER): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    return retry(load, error, browser);
  }
}

async function retry<Module>(
  load: Load<Module>,
  failure: unknown,
  { importAt, fetch, wait }: Browser,
): Promise<Module> {
  const message = failure instanceof Error ? failure.message : '';
  if (!NOT_LOADED.test(message)) throw failure;
  // A browser that does not name the address in its message does not remember it either.
  const [address] = ADDRESS.exec(message) ?? [];
  for (const [attempt, milliseconds] of WAITS.entries()) {
    await wait(milliseconds);
    const answer = address ? await fetch(address).catch(() => undefined) : undefined;
    if (answer?.ok === false) break;
    if (address && !answer) continue;
    try {
      return await (address ? importAt<Module>(`${address}?again=${attempt + 1}`) : load());
    } catch (error) {
      if (!(error instanceof Error) || !NOT_LOADED.test(error.message)) throw error;
    }
  }
  throw failure;
}

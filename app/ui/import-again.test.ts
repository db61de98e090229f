import { expect, test } from 'vitest';
import { importAgain } from './import-again.ts';

const ADDRESS = 'https://club.example.edu/assets/send-1a2b.js';
const notHad = (address = ADDRESS) => new TypeError(`Failed to fetch dynamically imported module: ${address}`);

/** A browser that remembers which addresses could not be had, on a network that is there after `failures` questions. */
function browser({ failures = 0, status = 200 } = {}) {
  const asked: string[] = [];
  const remembered = new Set<string>();
  let left = failures;
  const isThere = () => left-- <= 0;
  const ask = async (address: string) => {
    asked.push(address.replace(/.*\//, ''));
    if (remembered.has(address) || !isThere() || status !== 200) {
      remembered.add(address);
      throw notHad(address);
    }
    return { name: 'the module' };
  };
  const means = {
    importAt: async <Module>(address: string): Promise<Module> => JSON.parse(JSON.stringify(await ask(address))),
    fetch: async () => {
      if (!isThere()) throw new TypeError('Failed to fetch');
      return { ok: status === 200 };
    },
    wait: () => Promise.resolve(),
  };
  return { asked, load: () => importAgain(() => ask(ADDRESS), means) };
}

test('what was not had is asked for under another address, which a browser does not remember', async () => {
  const { asked, load } = browser({ failures: 1 });
  expect(await load()).toEqual({ name: 'the module' });
  expect(asked).toEqual(['send-1a2b.js', 'send-1a2b.js?again=1']);
});

test('nothing is imported while the network is away: nothing more can be remembered', async () => {
  const { asked, load } = browser({ failures: 3 });
  expect(await load()).toEqual({ name: 'the module' });
  expect(asked).toEqual(['send-1a2b.js', 'send-1a2b.js?again=3']);
});

test('it is given up in the end, with what the browser said', async () => {
  const { asked, load } = browser({ failures: 9 });
  await expect(load()).rejects.toThrow(notHad());
  expect(asked).toEqual(['send-1a2b.js']);
});

test('what a newer release no longer has is not asked for again', async () => {
  const { asked, load } = browser({ status: 404 });
  await expect(load()).rejects.toThrow(notHad());
  expect(asked).toEqual(['send-1a2b.js']);
});

test('a module that fails by itself is not run twice', async () => {
  let runs = 0;
  const load = async () => {
    runs += 1;
    throw new TypeError('x is not a function');
  };
  await expect(importAgain(load)).rejects.toThrow('x is not a function');
  expect(runs).toBe(1);
});

test('a browser that does not say which address it was is asked for the same', async () => {
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('Importing a module script failed.');
    return 'the module';
  };
  expect(await importAgain(load)).toBe('the module');
});

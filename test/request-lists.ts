import { listsApp } from '../app/routes/api/lists.ts';
import { newBindings, type TestSource } from './event-rows.ts';

/** Asks as a signed-out visitor and gives back the answer with its JSON and what may be kept of it. */
export async function requestLists(source: TestSource, path: string, init: RequestInit = {}) {
  const handed = newBindings();
  const response = await listsApp(source).request(path, init, handed);
  return { response, status: response.status, body: await response.json(), kept: handed.response.cachePolicy };
}

/** The keys of a list's items, in their order. */
export async function keysOfList(source: TestSource, path: string): Promise<string[]> {
  return (await requestLists(source, path)).body.map((item: { $key: string }) => item.$key);
}

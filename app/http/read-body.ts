/**
 * The body of a request in parts, for whoever may stop before its end: closing it would close the connection before it
 * is answered. What is left is read away once it is (app/http/listen/before-the-app.ts).
 */
export async function* partsOf({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) yield next.value;
}

/** For whoever may stop early: closing the body would close the connection before it is answered. */
export async function* partsOf({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) yield next.value;
}

const FILE = /\/assets\/[\w.-]+/g;

/** The scripts and styles that this page needs without a network; with `loaded`, also those that it requested later. */
export async function listPageFiles(html: string, { loaded }: { loaded: boolean }): Promise<string[]> {
  const files = new Set<string>(html.match(FILE));
  if (loaded) for (const file of listLoaded()) files.add(file);
  for (const sheet of [...files].filter((file) => file.endsWith('.css'))) {
    for (const file of (await (await fetch(sheet)).text()).match(FILE) ?? []) files.add(file);
  }
  return [...files];
}

function listLoaded(): string[] {
  return performance.getEntriesByType('resource').flatMap(({ name }) => {
    const { origin, pathname } = new URL(name);
    return origin === location.origin && pathname.startsWith('/assets/') ? [pathname] : [];
  });
}

const leaving: (() => Promise<void>)[] = [];

/** For what outlives a test: done after every test file, by the process that several of them share. */
export function afterEachFile(leave: () => Promise<void>): void {
  leaving.push(leave);
}

export async function leaveNothing(): Promise<void> {
  for (const leave of leaving) await leave();
}

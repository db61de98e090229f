// npm run club: whoever runs the site works on its data. Uses nothing but Node itself until packages are installed.
const calledFrom = process.env.INIT_CWD ?? process.cwd();
const { ensureInstalled, runNode } = await import('./setup.mjs');

await ensureInstalled();
process.exit(await runNode(['cli/club.ts', ...process.argv.slice(2)], { INIT_CWD: calledFrom }));

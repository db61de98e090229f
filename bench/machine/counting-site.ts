// The built site in a process of its own that says, when asked, how many answers it has rendered so far.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listen } from '../../app/http/listen/listen.ts';

const main: typeof import('../../app/main.ts') = await import(pathToFileURL(resolve('build/server/index.js')).href);
const clubroom = await main.openFromSettings();
const stop = await listen(clubroom.site.settings.port, undefined, clubroom.handle);

process.on('message', () => process.send?.(clubroom.cached().renders));
process.once('disconnect', () => {
  const stopped = stop();
  clubroom.endStreams();
  stopped.then(clubroom.close).catch(() => process.exit(1));
});
process.send?.('listening');

// npm run build: client and server, then every asset in brotli and gzip beside it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ensureInstalled, ROOT, runTool, stampBuild } from './setup.mjs';

const quiet = process.argv.includes('--quiet') ? ['--logLevel', 'warn'] : [];

await ensureInstalled();
const code = await runTool('react-router', ['build', ...quiet], { NODE_ENV: 'production' });
if (code !== 0) process.exit(code);
const folder = join(ROOT, 'build/client/assets');
for (const name of readdirSync(folder)) {
  if (!/\.(js|css|svg|json)$/.test(name)) continue;
  const file = join(folder, name);
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
stampBuild();

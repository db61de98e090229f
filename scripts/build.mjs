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
writePublicRoutes(folder);
for (const name of readdirSync(folder)) {
  if (!/\.(js|css|svg|json)$/.test(name)) continue;
  const file = join(folder, name);
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
stampBuild();

/** The router's list of all routes, once more without the admin area's: public pages load that one (app/http/late-scripts.tsx). */
function writePublicRoutes(folder) {
  const name = readdirSync(folder).find((one) => /^manifest-\w+\.js$/.test(one));
  const [begin, list, end] = readFileSync(join(folder, name), 'utf8').split(/(?<==)(\{.*\})/s);
  const manifest = JSON.parse(list);
  const isAdmin = ({ path, parentId }) => path === 'admin' || (parentId && isAdmin(manifest.routes[parentId]));
  const routes = Object.entries(manifest.routes).filter(([, route]) => !isAdmin(route));
  const text = JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) });
  writeFileSync(join(folder, name.replace('.js', '-public.js')), begin + text + end);
}

// The development server: Vite in front, the site's own callback behind it, opened again after each change on the server.
import { createServer } from 'node:http';
import { createServer as createVite } from 'vite';

const server = createServer();
const vite = await createVite({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } });
let opened;

/** The site of the newest version of the code; an older one is closed first. */
async function clubroom() {
  const main = await vite.ssrLoadModule('/app/main.ts');
  if (opened?.main !== main) {
    const before = opened;
    opened = {
      main,
      site: Promise.resolve(before?.site)
        .then((site) => site?.close())
        .then(() => main.openFromSettings()),
    };
  }
  return opened.site;
}

server.on('request', (request, response) => {
  vite.middlewares(request, response, async () => {
    try {
      const site = await clubroom();
      site.handle(request, response);
    } catch (error) {
      vite.ssrFixStacktrace(error);
      console.error(error);
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(error.stack);
    }
  });
});

const { site, greeting } = await clubroom();
server.listen(site.settings.port, site.settings.host ?? 'localhost');
console.log(`Clubroom (development) is at ${site.settings.publicUrl}`);
console.log(greeting);

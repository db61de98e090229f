import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readSettings, SETTING_NAMES } from '../app/config/settings.server.ts';
import { freePort } from './app.ts';
import { CERTIFICATE, KEY } from './certificate.ts';
import { startS3 } from './s3-server.ts';

const textOf = (file: string) => readFileSync(file, 'utf8');
const dockerfile = textOf('Dockerfile').replaceAll('\\\n', ' ');
const compose = textOf('compose.yaml');
const units = ['deploy/clubroom.service', 'deploy/clubroom-backup.service'];

/** What stands behind an instruction of the image's last stage, once per time it is given. */
function instructions(name: string): string[] {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  return [...last.matchAll(new RegExp(`^\\s*${name} (.+)$`, 'gm'))].map(([, rest]) => (rest ?? '').trim());
}

function listIn(text: string | undefined): string[] {
  const list: unknown = JSON.parse(text ?? 'null');
  return Array.isArray(list) ? list.map(String) : [];
}

const pairsOf = (lines: Iterable<RegExpExecArray>) =>
  [...lines].map(([, name = '', value = '']) => [name, value] as const);

const imageSettings = pairsOf((instructions('ENV')[0] ?? '').matchAll(/(\w+)=(\S+)/g));
const composeSettings = pairsOf(
  (/environment: &settings\n((?: {6}\S.*\n)+)/.exec(compose)?.[1] ?? '').matchAll(/^ +(\w+): (.*)$/gm),
);
const unitSettings = units.flatMap((unit) => pairsOf(textOf(unit).matchAll(/^Environment=(\w+)=(.*)$/gm)));
const exampleSettings = pairsOf(textOf('deploy/env.example').matchAll(/^(\w+)=(.*)$/gm));

/** A value as compose gives it to the site when .env holds secrets and nothing else. */
function filledIn(value: string): string {
  return value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, _name, kind, rest) =>
    kind === '-' ? rest : 'x'.repeat(32),
  );
}

describe('what deploy files name', () => {
  test('are settings of the site, or what the platform is known to need', () => {
    const others = [
      ...['NODE_ENV', 'MALLOC_ARENA_MAX', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
      ...['POSTGRES_PASSWORD', 'STORAGE_SECRET'],
    ];
    const named = [...imageSettings, ...composeSettings, ...unitSettings, ...exampleSettings].map(([name]) => name);
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((name) => !SETTING_NAMES.includes(name) && !others.includes(name))).toEqual([]);
  });

  test.each([
    ['the image', imageSettings],
    ['compose.yaml', [...imageSettings, ...composeSettings]],
    ['the systemd unit', unitSettings],
  ])('%s: values with which the site starts', (_, settings) => {
    const env = Object.fromEntries(settings.map(([name, value]) => [name, filledIn(value)]));
    expect(() => readSettings(env, tmpdir())).not.toThrow();
  });

  test('compose.yaml: what the proxy on this machine passes on comes from the gateway, which is trusted', () => {
    const gateway = /^ +- \{ subnet: \S+, gateway: (\S+) \}$/m.exec(compose)?.[1];
    expect(gateway).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    const trusted = composeSettings.find(([name]) => name === 'TRUSTED_PROXIES')?.[1] ?? '';
    expect(readSettings({ TRUSTED_PROXIES: filledIn(trusted) }, tmpdir()).trustedProxies).toContain(gateway);
  });

  test('every secret of compose.yaml stands in the example', () => {
    const wanted = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const given = exampleSettings.map(([name]) => name);
    expect(wanted.filter((name) => !given.includes(name ?? ''))).toEqual([]);
  });

  test('every setting is explained in docs/deploy.md', () => {
    const explained = textOf('docs/deploy.md');
    expect(SETTING_NAMES.filter((name) => !explained.includes(`\`${name}\``))).toEqual([]);
  });

  test('programs that units start are there', () => {
    const programs = units.flatMap((unit) =>
      [...textOf(unit).matchAll(/(?:scripts\/[\w.-]+|\.\/club)(?= )|(?:scripts\/[\w.-]+)$/gm)].map(([path]) => path),
    );
    expect(programs).toEqual(['scripts/serve.mjs', './club']);
    expect(programs.filter((path) => !existsSync(path))).toEqual([]);
  });
});

/** Whether this machine has the program. */
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clubroom-deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test.runIf(has('nginx'))('nginx takes each of the examples of docs/deploy.md', () => {
  const folder = ownFolder();
  writeFileSync(join(folder, 'fullchain.pem'), CERTIFICATE);
  writeFileSync(join(folder, 'privkey.pem'), KEY);
  const examples = [...textOf('docs/deploy.md').matchAll(/```nginx\n(.*?)```/gs)].map(([, example = '']) => example);
  expect(examples).toHaveLength(2);
  for (const example of examples) {
    const servers = example.replaceAll(/\/etc\/letsencrypt\/live\/[^/]+/g, folder);
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${servers} }`);
    const { stderr } = spawnSync('nginx', ['-t', '-c', file], { encoding: 'utf8' });
    expect(stderr).toMatch(/test is successful\n$/);
    expect(stderr).not.toContain('[warn] ');
  }
});

test.runIf(has('caddy'))('Caddy takes the example of docs/deploy.md', () => {
  const file = join(ownFolder(), 'Caddyfile');
  writeFileSync(file, /```caddyfile\n(.*?)```/s.exec(textOf('docs/deploy.md'))?.[1] ?? '');
  const said = spawnSync('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], { encoding: 'utf8' });
  expect(said).toMatchObject({ status: 0, stdout: 'Valid configuration\n' });
});

test.runIf(has('systemd-analyze'))('systemd takes each of the units', () => {
  const folder = ownFolder();
  const files = readdirSync('deploy').filter((name) => /^clubroom.*\.(service|socket|timer)$/.test(name));
  for (const name of files)
    writeFileSync(
      join(folder, name),
      textOf(join('deploy', name)).replaceAll('/opt/clubroom/node_modules/.bin/node', process.execPath),
    );
  const args = ['verify', ...files.map((name) => join(folder, name))];
  expect(spawnSync('systemd-analyze', args, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

/** A folder with what the image's last stage copies, and nothing else of the project. */
function imageFolder(): string {
  const folder = ownFolder();
  for (const line of instructions('COPY')) {
    const words = line.split(' ').filter((word) => !word.startsWith('--'));
    const target = words.pop() ?? '';
    if (words[0] === '/clubroom/node_modules') {
      symlinkSync(resolve('node_modules'), join(folder, target));
      continue;
    }
    for (const word of words) {
      const from = word.replace('/clubroom/', '');
      cpSync(from, join(folder, target === './' ? from : target), { recursive: true });
    }
  }
  return folder;
}

test(
  'the image holds all that serving, its health check and the club command need; a stop reaches the site',
  { tags: 'long', timeout: 120_000 },
  async () => {
    const folder = imageFolder();
    const port = String(await freePort());
    const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, ...Object.fromEntries(imageSettings) };
    const settings = { ...env, PORT: port, DATA_DIR: join(folder, 'data') };
    const [program = '', ...args] = listIn(instructions('CMD').at(-1));
    const site = spawn(program, args, { cwd: folder, env: settings, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => {
      site.kill('SIGKILL');
    });
    let said = '';
    site.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
    await expect.poll(() => said, { timeout: 20_000 }).toContain('Clubroom is at');

    const [check = '', ...checkArgs] = listIn(/CMD (\[.*\])/.exec(instructions('HEALTHCHECK')[0] ?? '')?.[1]);
    const run = (name: string, more: string[]) =>
      spawnSync(name, more, { cwd: folder, env: settings, encoding: 'utf8' });
    expect(run(check, checkArgs).status).toBe(0);
    expect((await fetch(`http://127.0.0.1:${port}/guide`)).status).toBe(200);
    expect(run('node', ['cli/club.ts', 'backup', 'copy']).status).toBe(0);

    const ended = once(site, 'close');
    site.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    expect(run(check, checkArgs).status).toBe(1);
  },
);

test('the bucket is made once', async () => {
  const s3 = await startS3();
  onTestFinished(s3.end);
  const url = new URL(s3.env.STORAGE_URL ?? '');
  url.hostname = 'another';
  const make = () =>
    new Promise<string>((done) => {
      const child = spawn(process.execPath, ['deploy/make-bucket.mjs'], {
        env: { ...process.env, ...s3.env, STORAGE_URL: url.href },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
      child.on('close', () => done(said));
    });
  expect(await make()).toBe('The bucket another is made.\n');
  expect(await make()).toBe('The bucket another is there.\n');
});

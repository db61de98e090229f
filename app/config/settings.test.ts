import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mistypedSettings, readSettings } from './settings.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'clubroom-settings-'));

test('every setting has a working default', () => {
  expect(readSettings({}, folder)).toMatchObject({
    port: 3000,
    host: undefined,
    metricsPort: undefined,
    publicUrl: 'http://localhost:3000',
    configFile: join(folder, 'club.config.ts'),
    dataDir: join(folder, 'data'),
    maxImageBytes: 10 * 1024 * 1024,
    maxFileBytes: 50 * 1024 * 1024,
    startsEmpty: false,
    hasHttpsSubdomains: false,
    adminEmails: [],
    trustedProxies: [],
  });
});

test('.env is read, the environment wins over it, and an empty value counts as left out', () => {
  const other = mkdtempSync(join(tmpdir(), 'clubroom-settings-'));
  writeFileSync(join(other, '.env'), 'PORT=4000\nADMIN_EMAILS=One@example.edu, two@example.edu\nHOST=\n');
  expect(readSettings({}, other)).toMatchObject({ port: 4000, adminEmails: ['One@example.edu', 'two@example.edu'] });
  expect(readSettings({ PORT: '5000' }, other)).toMatchObject({ port: 5000, publicUrl: 'http://localhost:5000' });
  expect(readSettings({ PORT: '' }, folder).port).toBe(3000);
});

test('proxies are addresses of either kind, or ranges of them', () => {
  const trustedProxies = ['10.0.0.1', '192.168.0.0/16', '::1', 'fd00::/8'];
  expect(readSettings({ TRUSTED_PROXIES: trustedProxies.join(', ') }, folder)).toMatchObject({ trustedProxies });
});

describe('a wrong value stops the start with one line that names it', () => {
  test.each([
    ['PORT', { PORT: 'eighty' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '6000' }],
    ['PORT', { PORT: '6666' }],
    ['PORT', { PORT: '10080' }],
    ['METRICS_PORT', { METRICS_PORT: 'many' }],
    ['METRICS_PORT', { METRICS_PORT: '3000' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://localhost:6667' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'club.example.edu' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.edu/club' }],
    ['MAX_IMAGE_MB', { MAX_IMAGE_MB: '-1' }],
    ['MAX_FILE_MB', { MAX_FILE_MB: 'many' }],
    ['CLUB_EMPTY', { CLUB_EMPTY: 'yes' }],
    ['HSTS_SUBDOMAINS', { HSTS_SUBDOMAINS: 'true' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/club' }],
    ['SESSION_SECRET', { DATABASE_URL: 'postgres://localhost/club' }],
    ['SESSION_SECRET', { SESSION_SECRET: 'short' }],
    ['STORAGE_URL', { STORAGE_URL: 'https://bucket' }],
    ['DISCORD_WEBHOOK_URL', { DISCORD_WEBHOOK_URL: 'http://discord.example/api/webhooks/1/secret' }],
    ['DISCORD_WEBHOOK_URL', { DISCORD_WEBHOOK_URL: 'http://127.0.0.1.example/api/webhooks/1/secret' }],
    ['DISCORD_WEBHOOK_URL', { DISCORD_WEBHOOK_URL: '1/secret' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: 'accounts' }],
    ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://accounts.example.com' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example.com' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.1, proxy' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/64' }],
    ['ADMIN_EMAILS', { ADMIN_EMAILS: 'one@example.edu two@example.edu' }],
  ])('%s', (name, env) => {
    expect(() => readSettings(env, folder)).toThrow(new RegExp(`^Setting ${name}: [^\\n]+$`));
  });
});

test.each([
  [{ PORT: '70000' }, 'PORT: must be 65535 or less'],
  [{ DRAIN_SECONDS: '90' }, 'DRAIN_SECONDS: must be 60 or less'],
])('%j: a number out of range is told which one', (env, message) => {
  expect(() => readSettings(env, folder)).toThrow(`Setting ${message}`);
});

test('the webhook of the chat is https, or on this machine, and a wrong one is not shown', () => {
  for (const url of [
    'https://discord.com/api/webhooks/1/secret?thread_id=2',
    'http://127.0.0.1:4000/1/secret',
    'http://localhost/1/secret',
    'http://[::1]:4000/1/secret',
  ]) {
    expect(readSettings({ DISCORD_WEBHOOK_URL: url }, folder).discordWebhookUrl).toBe(url);
  }
  for (const url of ['http://discord.com/1/secret', 'ftp://localhost/secret', 'secret', 'https:// secret']) {
    expect(() => readSettings({ DISCORD_WEBHOOK_URL: url }, folder)).toThrow(/^(?!.*secret).*$/s);
  }
});

test('a name that is nearly one of the settings is told with it, from the environment and from .env', () => {
  const own = mkdtempSync(join(tmpdir(), 'clubroom-settings-'));
  writeFileSync(join(own, '.env'), 'SMPT_URL=smtp://mail.example.edu\nPOSTGRES_PASSWORD=x\n');
  const env = {
    TRUSTED_PROXY: '127.0.0.1',
    HOME: '/root',
    HOSTNAME: 'a',
    LISTEN_FDNAMES: 'x',
    PORT: '3000',
    PATH: '/bin',
  };
  expect(mistypedSettings(env, own)).toEqual([
    'SMPT_URL is no setting: SMTP_URL?',
    'TRUSTED_PROXY is no setting: TRUSTED_PROXIES?',
  ]);
});

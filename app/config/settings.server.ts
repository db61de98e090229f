import { existsSync, readFileSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { nearestName } from '../domain/nearest-name.ts';
import { StartError } from './start-error.ts';

/** The 'bad ports' of the fetch standard. No browser opens them, so nobody could visit a site there. */
const REFUSED_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const text = z.string().min(1);
const port = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(0, 'must be 0 or more')
  .max(65_535, 'must be 65535 or less')
  .refine((value) => !REFUSED_PORTS.has(value), 'is a port that browsers refuse to open; choose another, such as 3000');
const megabytes = z.coerce.number('must be a number of megabytes').positive('must be more than 0');
const onOrOff = z.enum(['', '0', '1'], 'must be 1, 0 or left out').optional();
const list = z.string().transform((value) => value.split(',').flatMap((item) => item.trim() || []));

function address(...schemes: string[]) {
  const wanted = `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
  return z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), wanted);
}

const hasHost = (value: string) => URL.parse(value)?.hostname !== '';

/** An address with a secret has to be encrypted, unless it is on this machine. */
const webhook = z.string().refine((value) => {
  const url = URL.parse(value);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
}, 'must be an address that begins with https://; http:// is for an address of this machine only');

const environment = z.object({
  PORT: port.default(3000),
  METRICS_PORT: port.optional(),
  HOST: text.optional(),
  CLUB_EMPTY: onOrOff,
  HSTS_SUBDOMAINS: onOrOff,
  TRUSTED_PROXIES: list
    .refine((entries) => entries.every(isNetwork), 'must be IP addresses, or ranges such as 10.0.0.0/8')
    .default([]),
  MAX_IMAGE_MB: megabytes.default(10),
  MAX_FILE_MB: megabytes.default(50),
  PUBLIC_URL: address('http:', 'https:').optional(),
  CLUB_CONFIG: text.default('club.config.ts'),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: address('postgres:', 'postgresql:').optional(),
  STORAGE_URL: address('s3:').optional(),
  SESSION_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  OIDC_ISSUER: address('http:', 'https:').optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  ADMIN_EMAILS: list
    .refine(
      (emails) => emails.every((email) => /^[^\s@]+@[^\s@]+$/.test(email)),
      'must be email addresses with commas between them',
    )
    .default([]),
  LOCAL_IDP_PASSWORD: z.string().min(8, 'must be at least 8 characters').optional(),
  SMTP_URL: address('smtp:', 'smtps:').refine(hasHost, 'must name a host').optional(),
  DISCORD_WEBHOOK_URL: webhook.optional(),
  DRAIN_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(0, 'must be 0 or more')
    .max(60, 'must be 60 or less')
    .default(0),
  LISTEN_FDS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(16, 'must be 16 or less')
    .default(0),
  LISTEN_PID: z.coerce.number('must be a number').optional(),
});

export const SETTING_NAMES: string[] = Object.keys(environment.shape);

/** Sizes in bytes, paths absolute. */
export interface Settings {
  port: number;
  /** A port on loopback addresses only; undefined to serve metrics on the site's own port. */
  metricsPort: number | undefined;
  /** undefined for both loopback addresses. */
  host: string | undefined;
  startsEmpty: boolean;
  /** True if every subdomain of PUBLIC_URL's host has https too, so that browsers may be told to use nothing else there. */
  hasHttpsSubdomains: boolean;
  trustedProxies: string[];
  maxImageBytes: number;
  maxFileBytes: number;
  /** Without a slash at its end, e.g. https://club.example.edu */
  publicUrl: string;
  configFile: string;
  dataDir: string;
  databaseUrl: string | undefined;
  storageUrl: string | undefined;
  sessionSecret: string | undefined;
  oidc: { issuer: string; clientId: string; clientSecret: string | undefined } | undefined;
  adminEmails: string[];
  localIdpPassword: string | undefined;
  smtpUrl: string | undefined;
  /** A secret: anyone who knows it can write into the club's chat. */
  discordWebhookUrl: string | undefined;
  /** How long a stopping site still answers while /healthz says 503, so that a load balancer notices. */
  drainMs: number;
  /** Descriptors of sockets that are already open, as systemd passes them on. */
  sockets: number[];
}

/** The environment overrides `.env`. An empty value counts as none. @throws StartError naming the first wrong setting. */
export function readSettings(env: NodeJS.ProcessEnv = process.env, folder = process.cwd()): Settings {
  const parsed = environment.safeParse(given(env, folder));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartError(`Setting ${String(issue?.path[0])}: ${issue?.message}`);
  }
  return checked(parsed.data, folder);
}

/** The names of the settings that are set, without their values, some of which are secret. */
export function listSetNames(): string[] {
  const isOurs = (name: string) => SETTING_NAMES.includes(name) || name.startsWith('AWS_');
  return Object.keys(given(process.env, process.cwd())).filter(isOurs).toSorted();
}

/** A line about each name that is nearly that of a setting, because it would otherwise be ignored silently. */
export function mistypedSettings(env: NodeJS.ProcessEnv = process.env, folder = process.cwd()): string[] {
  return Object.keys(given(env, folder))
    .filter((name) => /^[A-Z][A-Z_]*$/.test(name) && !SETTING_NAMES.includes(name))
    .flatMap((name) => {
      const nearest = nearestName(name, SETTING_NAMES);
      return nearest === undefined ? [] : `${name} is no setting: ${nearest}?`;
    });
}

function given(env: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const file = resolve(folder, '.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return Object.fromEntries(Object.entries({ ...fromFile, ...env }).filter(([, value]) => value !== ''));
}

function checked(env: z.infer<typeof environment>, folder: string): Settings {
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`);
  if (publicUrl.pathname !== '/' || publicUrl.search || publicUrl.hash) {
    throw new StartError('Setting PUBLIC_URL: must be an origin without a path, for example https://club.example.edu');
  }
  if (REFUSED_PORTS.has(Number(publicUrl.port))) {
    throw new StartError(`Setting PUBLIC_URL: ${publicUrl.port} is a port that browsers refuse to open`);
  }
  if (env.METRICS_PORT === env.PORT) throw new StartError('Setting METRICS_PORT: must be another port than PORT');
  if (env.DATABASE_URL && !env.SESSION_SECRET) {
    throw new StartError('Setting SESSION_SECRET: is required when DATABASE_URL is set, the same on every machine');
  }
  if (env.OIDC_ISSUER && !env.OIDC_CLIENT_ID) {
    throw new StartError('Setting OIDC_CLIENT_ID: is required when OIDC_ISSUER is set');
  }
  return {
    port: env.PORT,
    metricsPort: env.METRICS_PORT,
    host: env.HOST === 'localhost' ? undefined : env.HOST,
    startsEmpty: env.CLUB_EMPTY === '1',
    hasHttpsSubdomains: env.HSTS_SUBDOMAINS === '1',
    trustedProxies: env.TRUSTED_PROXIES,
    maxImageBytes: env.MAX_IMAGE_MB * 1024 * 1024,
    maxFileBytes: env.MAX_FILE_MB * 1024 * 1024,
    publicUrl: publicUrl.origin,
    configFile: resolve(folder, env.CLUB_CONFIG),
    dataDir: resolve(folder, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    storageUrl: env.STORAGE_URL,
    sessionSecret: env.SESSION_SECRET,
    oidc: env.OIDC_ISSUER
      ? { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID ?? '', clientSecret: env.OIDC_CLIENT_SECRET }
      : undefined,
    adminEmails: env.ADMIN_EMAILS,
    localIdpPassword: env.LOCAL_IDP_PASSWORD,
    smtpUrl: env.SMTP_URL,
    discordWebhookUrl: env.DISCORD_WEBHOOK_URL,
    drainMs: env.DRAIN_SECONDS * 1000,
    sockets: inherited(env),
  };
}

/** The first descriptor after input, output and errors. */
const FIRST_SOCKET = 3;

/** Ignores sockets that were meant for the process that started this one. */
function inherited({ LISTEN_FDS: count, LISTEN_PID: pid }: z.infer<typeof environment>): number[] {
  return pid === undefined || pid === process.pid ? Array.from({ length: count }, (_, at) => FIRST_SOCKET + at) : [];
}

export function isLoopback(origin: string): boolean {
  return LOOPBACK.has(new URL(origin).hostname);
}

/** True also for inherited sockets, as it is unknown who can reach them until they are opened. */
export function isOpenToOthers({ host, sockets }: Pick<Settings, 'host' | 'sockets'>): boolean {
  if (sockets.length > 0) return true;
  return host !== undefined && !isThisMachine(host);
}

/** `address`: an IP address or a name of a host. */
export function isThisMachine(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32));
}

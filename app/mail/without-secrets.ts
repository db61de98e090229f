import { decodePart } from '../domain/decode-part.ts';

const LEFT_OUT = '…';

/** What is a secret no matter who it belongs to: a scheme's token, a signed token, a named one, a password in an address. */
const SECRET_LOOKS: RegExp[] = [
  /(?<=\b(?:bearer|basic)\s)\S+/gi,
  /\beyJ[\w-]{8,}(?:\.[\w-]*)*/g,
  /(?<=\b(?:pass(?:word|wd)?|secret|\w*token|api[-_]?key)["']?\s*[=:]\s*["']?)[^\s"',;]+/gi,
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
  /(?<![\w+/=-])[\w+/=-]{48,}(?![\w+/=-])/g,
];

/** In characters: a server may answer with as many as it likes. */
const MOST_SHOWN = 2000;
/** What is left out makes it shorter; no half of a secret stands at the end of what is shown. */
const MOST_READ = 2 * MOST_SHOWN;

/** Shorter ones are left out only where they stand alone: a letter is in every word. */
const SHORTEST_WITHIN = 4;

/** What a mail server or the way to it said, without what it takes to sign in there (`smtpUrl`), however it is spelt. */
export function withoutSecrets(said: string, smtpUrl: string): string {
  let shown = said.slice(0, MOST_READ);
  for (const secret of secretsOf(smtpUrl)) {
    const found = secret.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
    const alone = secret.length < SHORTEST_WITHIN ? String.raw`(?<![\w])${found}(?![\w])` : found;
    shown = shown.replaceAll(new RegExp(alone, 'gi'), LEFT_OUT);
  }
  for (const looks of SECRET_LOOKS) shown = shown.replaceAll(looks, LEFT_OUT);
  return shown.slice(0, MOST_SHOWN);
}

/** The longest first: one may hold another. */
function secretsOf(smtpUrl: string): string[] {
  const { username, password, searchParams } = new URL(smtpUrl);
  const [user, pass] = [decodePart(username), decodePart(password)];
  const plain = [smtpUrl, `${username}:${password}`, username, password, user, pass, `${user}:${pass}`];
  const named = [...searchParams]
    .filter(([name]) => /user|pass|token|secret|key/i.test(name))
    .map(([, value]) => value);
  const signIns = [user, pass, `\0${user}\0${pass}`, `${user}\0${user}\0${pass}`, ...named];
  const encoded = signIns.filter((one) => one.length > 1).map((one) => Buffer.from(one).toString('base64'));
  const all = new Set([...plain, ...named, ...encoded].filter((one) => one !== '' && one !== ':'));
  return [...all].toSorted((one, other) => other.length - one.length);
}

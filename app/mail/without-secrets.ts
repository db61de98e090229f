import { decodePart } from '../domain/decode-part.ts';

const LEFT_OUT = '…';

/** What looks like any secret: a token after its scheme, a signed token, a named one, a password in an address. */
const SECRET_LOOKS: RegExp[] = [
  /(?<=\b(?:bearer|basic)\s)\S+/gi,
  /\beyJ[\w-]{8,}(?:\.[\w-]*)*/g,
  /(?<=\b(?:pass(?:word|wd)?|secret|\w*token|api[-_]?key)["']?\s*[=:]\s*["']?)[^\s"',;]+/gi,
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
  /(?<![\w+/=-])[\w+/=-]{48,}(?![\w+/=-])/g,
];

/** In characters; a server may send any number. */
const MOST_SHOWN = 2000;
/** More than is shown, as leaving out secrets makes the text shorter, and no half of a secret may remain at its end. */
const MOST_READ = 2 * MOST_SHOWN;

/** A shorter secret is left out only if it stands alone, since a letter is in every word. */
const SHORTEST_WITHIN = 4;

/** What a mail server, or the way to it, said, without the credentials in `smtpUrl`, however they are spelt. */
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

/** The longest first, because one may contain another. */
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

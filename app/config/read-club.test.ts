import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import example from '../../club.config.ts';
import { readClub } from './read-club.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'clubroom-config-'));

/** The example with the value at `path` set, or left out where it is undefined. */
function changed(path: string, value: unknown): string {
  const config = structuredClone(example);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let here: object = config;
  for (const key of keys) here = Reflect.get(here, key);
  Reflect.set(here, last, value);
  const file = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(config));
  return file;
}

test('the configuration is read from .ts and from .json', async () => {
  expect((await readClub(resolve('club.config.ts'))).club.name).toBe(example.club.name);
  expect((await readClub(changed('club.shortName', 'ABC'))).club.shortName).toBe('ABC');
});

test('a file that begins with a byte order mark is read', async () => {
  const file = join(folder, 'marked.json');
  writeFileSync(file, `\uFEFF${JSON.stringify(example)}`);
  expect((await readClub(file)).club.name).toBe(example.club.name);
});

test('the domain of the club’s address is read as mail servers know it', async () => {
  const { club } = await readClub(changed('club.email', 'info@müller.example'));
  expect(club.email).toBe('info@xn--mller-kva.example');
});

describe('a missing or wrong key stops the start with a line that names its path', () => {
  test.each([
    ['club.name', undefined, 'is missing'],
    ['club.timeZone', 'Springfield', 'must be a time zone'],
    ['club.locale', 'english!', 'must be a language tag'],
    ['club.currency', 'dollars', 'must be a currency code'],
    ['club.accent', 'red', 'must be a colour'],
    ['club.email', 'nobody', 'must be an email address'],
    ['club.colour', '#fff', 'is not a known key'],
    ['chat.inviteUrl', 'javascript:alert(1)', 'must be an http(s) address'],
    ['links.charter', { label: 'Charter' }, 'links.charter.url is missing'],
    ['guide.source', '../secret.md', 'must be assets/…'],
    ['guide.source', 'assets/../secret.md', 'must be assets/…'],
    ['forms.contact.action', 'https://forms.example.com/contact', 'must be https://…'],
    ['forms.contact.action', 'http://forms.example.com/forms/d/e/x/formResponse', 'must be https://…'],
    ['forms.contact.action', '/forms/d/e/b%C3%B6rse/formResponse', 'must be written as it reads'],
    ['forms.contact.action', '/forms/d/e/../formResponse', 'must be written as it reads'],
    ['forms.contact.action', '/forms/d/e/a\\b/formResponse', 'must be written as it reads'],
    ['about.0', ' \u00a0 ', 'about.0 must not be empty'],
    ['forms.signup.fields.name', undefined, 'is missing'],
    ['forms.contact.fields.phone', 'entry.1', 'is not a known key'],
    ['pages.services', 'yes', 'pages.services must be true or false'],
    ['about', 'We are a club.', 'about must be a list'],
    ['chat', 'https://chat.example.com', 'chat must be an object'],
    ['forms.contact.fields', [], 'forms.contact.fields must be an object'],
    ['retention', { responsesDays: 'ten' }, 'retention.responsesDays must be a number'],
    ['club.address', 'Main Street 1', 'club.address must be a list'],
    ['membership', true, 'membership must be an object'],
    ['club.timezone', 'America/Toronto', 'club.timezone is not a known key: timeZone?'],
    ['forms.contact.fields.mesage', 'entry.1', 'forms.contact.fields.mesage is not a known key: message?'],
    ['activities.0.icn', 'code', 'activities.0.icn is not a known key: icon?'],
    ['payments.link', [], 'payments.link is not a known key: links?'],
    ['activities.1.icon', 'piza', 'must be one of chat, code, '],
  ])('%s', async (path, value, reason) => {
    const failure = readClub(changed(path, value));
    await expect(failure).rejects.toThrow(reason);
    await expect(failure).rejects.toThrow(path);
    await expect(failure).rejects.not.toThrow('\n');
  });

  test('a file that is not there, or is no JSON', async () => {
    await expect(readClub(join(folder, 'none.json'))).rejects.toThrow(
      /none\.json cannot be read: there is no such file \(CLUB_CONFIG\)/,
    );
    await expect(readClub(join(folder, 'none.ts'))).rejects.toThrow(/none\.ts cannot be read: there is no such file/);
    const yaml = join(folder, 'club.yaml');
    writeFileSync(yaml, 'club:\n  name: A\n');
    await expect(readClub(yaml)).rejects.toThrow(
      `Club configuration ${yaml} cannot be read: it must end in .ts or .json`,
    );
    const broken = join(folder, 'broken.json');
    writeFileSync(broken, '{ "club": ');
    await expect(readClub(broken)).rejects.toThrow(/broken\.json cannot be read/);
  });

  test.each([
    ['comma', 'export default {\n  club: {}\n  chat: {},\n};\n', 3],
    ['name', 'export default {\n  club: { name: nobody },\n};\n', 2],
  ])('a mistake in a .ts file is named with its line: a %s', async (what, code, line) => {
    const file = join(folder, `${what}.ts`);
    writeFileSync(file, code);
    await expect(readClub(file)).rejects.toThrow(`Club configuration ${file}, line ${line}, cannot be read: `);
  });

  test('a key that stands twice', async () => {
    const file = join(folder, 'twice.json');
    const text = JSON.stringify(example).replace('"currency":', '"name":"An \\"other\\" {", "currency":');
    writeFileSync(file, text);
    await expect(readClub(file)).rejects.toThrow('Club configuration twice.json: club.name stands twice');
    writeFileSync(file, text.replace('"name":"An', '"n\\u0061me":"An'));
    await expect(readClub(file)).rejects.toThrow('Club configuration twice.json: club.name stands twice');
  });

  test.each([
    ['at the top', (code: string) => code.replace('],', '],\n\n  club: {},'), 'line 7: club'],
    ['by its own name', (code: string) => code.replace("'x: {'", "'x', name: `b`"), 'line 4: club.name'],
    ['in a list', (code: string) => code.replace('{ a: 2 }', "{ b: 2, /* a, */ 'b': 3 }"), 'line 5: links.1.b'],
  ])('a key that stands twice in code, %s, with its line', async (where, change, said) => {
    const file = join(folder, `${where}.ts`);
    const head = "// a: 1, a: 2\nconst name = 'A';\nexport default {\n";
    writeFileSync(file, change(`${head}  club: { name, "email": 'x: {' },\n  links: [{ a: 1 }, { a: 2 }],\n};\n`));
    await expect(readClub(file)).rejects.toThrow(`Club configuration ${where}.ts, ${said} stands twice`);
  });

  test('code that only looks so is read', async () => {
    const file = join(folder, 'whole.ts');
    const head =
      'type A = { a: 1, b: 2 };\nfunction f({ a: x, b: y }: { a: number, b: number }) { return [x, y]; }\nf({ a: 1, b: 2 });\n';
    writeFileSync(file, `${head}export default ${JSON.stringify(example)};\n`);
    expect((await readClub(file)).club.name).toBe(example.club.name);
  });

  test('code without a default export', async () => {
    const file = join(folder, 'named.ts');
    writeFileSync(file, 'export const club = {};\n');
    await expect(readClub(file)).rejects.toThrow('Club configuration named.ts: the file has no default export');
  });

  test('two fields of a form with one identifier', async () => {
    const { name } = example.forms.contact.fields;
    await expect(readClub(changed('forms.contact.fields.message', name))).rejects.toThrow(
      `forms.contact.fields.message is that of name too (${name}): every field needs one of its own`,
    );
  });

  test('two forms with one action', async () => {
    const { action } = example.forms.contact;
    const failure = readClub(changed('forms.merchOrder.action', action));
    await expect(failure).rejects.toThrow(
      `forms.merchOrder.action is that of forms.contact too (${action}): every form needs one of its own`,
    );
  });
});

test('an action is the service’s address, the same path on this site, or http on a loopback address', async () => {
  for (const action of [
    'https://forms.example.com/forms/d/e/abc/formResponse',
    'https://forms.example.com/forms/d/abc/formResponse',
    '/forms/d/e/contact/formResponse',
    '/forms/d/e/börse/formResponse',
    'http://127.0.0.1:4000/forms/d/e/abc/formResponse',
  ]) {
    expect((await readClub(changed('forms.contact.action', action))).forms.contact.action).toBe(action);
  }
});

test('optional parts may be left out', async () => {
  for (const path of ['socialFeed', 'payments', 'links.charter', 'links.code']) {
    await expect(readClub(changed(path, undefined))).resolves.toBeDefined();
  }
});

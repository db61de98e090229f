import { expect, test } from 'vitest';
import example from '../../club.config.ts';
import { clubConfig, decisions, type ClubConfig } from './club.ts';
import { leavesOf, mergeTexts, checkText, listTexts } from './site-texts.ts';

const file: ClubConfig = clubConfig.parse(example);

test('of every value of the configuration it is decided whether it is a text of the site', () => {
  const leaves = [...leavesOf(clubConfig)];
  expect(leaves.length).toBeGreaterThan(60);
  const undecided = leaves.filter(({ schema }) => !decisions.has(schema)).map(({ path }) => path.join('.'));
  expect(undecided).toEqual([]);
});

test('the texts are what visitors read and follow, not the names and addresses of providers', () => {
  const paths = listTexts(file).map(({ path }) => path);
  const some = ['club.name', 'club.address.1', 'chat.inviteUrl', 'links.charter.url', 'guide.editUrl', 'about.2'];
  expect(paths).toEqual(expect.arrayContaining([...some, 'payments.links.0.label', 'activities.3.title']));
  expect(paths).toContain('chat.service');
  const kept = ['club.timeZone', 'identityProvider.name', 'forms.signup.action', 'guide.source'];
  for (const path of [...kept, 'payments.publishableKey', 'activities.0.icon']) expect(paths).not.toContain(path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('what has no field on /admin/texts is no text that visitors read', () => {
  const kept = [...leavesOf(clubConfig)].flatMap(({ path, schema }) => {
    const decision = decisions.get(schema);
    return decision && 'onlyInFile' in decision ? [path.join('.')] : [];
  });
  // Zone, language, money, colour and pictures; names and addresses of providers; what is sent where; days and switches.
  const expected = [
    /^club\.(timeZone|locale|currency|accent|logo|yearStartsIn|map)$/,
    /^(chat\.logo|identityProvider\.name|guide\.source|payments\.publishableKey)$/,
    /^socialFeed\.(script|href|className|askFirst|frames\.\*)$/,
    /^forms\.\w+\.(action|fields\.\*)$/,
    /^(activities|services)\.\*\.icon$/,
    /^(retention|pages|digest)\./,
    /^membership\.graceDays$/,
  ];
  expect(kept.filter((path) => !expected.some((one) => one.test(path)))).toEqual([]);
});

test('within a screen every text has a name of its own', () => {
  const names = listTexts(file).map(({ screen, label }) => `${screen}: ${label}`);
  expect(names).toContain('home: About, paragraph 2');
  expect(new Set(names).size).toBe(names.length);
});

test('what the file leaves out is no text', () => {
  const without = clubConfig.parse({ ...example, links: {}, payments: undefined });
  expect(listTexts(without).filter(({ path }) => /^(links|payments)\./.test(path))).toEqual([]);
});

test('a changed text stands in the place of the file’s, and leaves the file as it is', () => {
  const { club, ignored } = mergeTexts(file, [
    { path: 'club.tagline', text: 'All are welcome' },
    { path: 'about.1', text: 'Second' },
  ]);
  expect([club.club.tagline, club.about[1], club.about[0]]).toEqual(['All are welcome', 'Second', file.about[0]]);
  expect(file.club.tagline).not.toBe('All are welcome');
  expect(ignored.size).toBe(0);
});

test.each([
  ['chat.inviteUrl', 'javascript:alert(1)', 'must be an http(s) address'],
  ['club.email', 'nobody', 'must be an email address'],
  ['club.name', '   ', 'must not be empty'],
  ['club.name', 'x'.repeat(301), 'must have 300 characters at most'],
  ['about.0', 'x'.repeat(5001), 'must have 5,000 characters at most'],
  ['chat.inviteUrl', `https://example.org/${'x'.repeat(2000)}`, 'must have 2,000 characters at most'],
  ['club.email', `${'x'.repeat(250)}@example.org`, 'must be an email address'],
])('what the file may not say at %s, nobody may', (path, text, reason) => {
  expect(checkText(file, { path, text })).toEqual({ reason });
  const { club, ignored } = mergeTexts(file, [{ path, text }]);
  expect(club).toEqual(file);
  expect(ignored.get(path)).toBe(reason);
});

test.each(['about.9', 'club.timeZone', '__proto__.polluted', 'constructor.name', 'club', ''])(
  'a text without a place in the file, such as %j, is ignored',
  (path) => {
    const { club, ignored } = mergeTexts(file, [{ path, text: 'Europe/Paris' }]);
    expect(club).toEqual(file);
    expect(ignored.has(path)).toBe(true);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  },
);

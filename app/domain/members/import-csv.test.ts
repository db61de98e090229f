import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { member as visitor, treasurer } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { whatNeighboursTell } from '../../../test/neighbours.ts';
import { club } from '../../../test/outbox.ts';
import { load } from '../../../test/transfers.ts';
import { clubDay, dayPlus } from '../../time/club-day.ts';
import { NotAllowed, Rejected, TooLarge } from '../errors.ts';
import { membersFile } from './csv.ts';
import { importCsv, previewCsv } from './import-csv.ts';
import { findPlaces } from '../table-files/columns.ts';
import { MEMBER_COLUMNS } from './csv-headings.ts';
import { readMembersCsv } from './read-csv.ts';
import type { DateOrder } from '../table-files/days.ts';

const TODAY = clubDay(club.clock.timeZone);
/** What a key says of the moment of its making. */
const MOMENT = 8;
const HEADING = 'name,email,student id,since,paid until,note';

describe('a file from any spreadsheet', () => {
  const ANA = { name: 'Ana', email: 'ana@example.org', paidUntil: '2026-08-31' };

  test.each([
    ['commas', 'Email,Name,Paid until\nana@example.org,Ana,2026-08-31'],
    ['semicolons, a byte order mark and CRLF', '\uFEFFNAME;PAID UNTIL;EMAIL\r\nAna;31.08.2026;ana@example.org\r\n'],
    ['tabs and quotes', '"paid until"\t"email"\t"name"\r"08/31/2026"\t"ana@example.org"\t"Ana"'],
    ['other columns, and spaces around', 'Shirt, email , NAME ,paid_until\nM,ana@example.org, Ana ,2026/8/31\n\n'],
    [
      'what Excel says in a line of its own',
      'sep=;\r\nName;Email;Paid until;a,b,c,d\r\nAna;ana@example.org;2026-08-31;',
    ],
    ['the same in quotes', '"sep=|"\nName|Email|Paid until\nAna|ana@example.org|2026-08-31'],
    ['commas in a heading in quotes', '"Name (first, middle, last)";Email;Paid until\nAna;ana@example.org;2026-08-31'],
    ['days before months', 'name,email,since,paid until\nAna,ana@example.org,31/12/2025,31/08/2026'],
  ])('%s', (_what, text) => {
    expect(readMembersCsv(text)).toMatchObject({ lines: [ANA], notRead: [], asksOrder: false });
  });

  test('a line of Excel’s own is no line of the table', () => {
    const { lines, notRead } = readMembersCsv('sep=;\r\nname;email\r\nAna;ana@example.org\r\nBen;nobody\r\n');
    expect([lines[0]?.line, notRead]).toEqual([2, [{ line: 3, reason: 'This is not an email address.' }]]);
  });

  test.each([
    ['Name,E-mail', ''],
    ['Name (first and last),E-Mail,Student number', '7'],
    ['Full name,Email address,Student-ID', '7'],
    ['NAME,Mail,Student No.', '7'],
    ['Vor- und Nachname,E-Mail-Adresse,Matrikelnummer', '7'],
    ['Nom complet,Adresse électronique,N° étudiant', '7'],
    ['Nombre completo,Correo electrónico,Matrícula', '7'],
    ['Nome e cognome,Indirizzo e-mail,Matricola', '7'],
    ['Imię i nazwisko,Adres e-mail,Nr albumu', '7'],
    ['Ad Soyad,E-posta,Öğrenci No', '7'],
    ['ФИО,Электронная почта,Студенческий билет', '7'],
    ['姓名,邮箱,学号', '7'],
    ['氏名,メールアドレス,学籍番号', '7'],
    ['이름,이메일,학번', '7'],
    ['الاسم,البريد الإلكتروني,الرقم الجامعي', '7'],
  ])('‘%s’ is understood', (heading, studentId) => {
    const { lines, asksColumns } = readMembersCsv(`${heading}\nAna Lee,ana@example.org,7`);
    expect(asksColumns).toBe(false);
    expect(lines).toMatchObject([{ name: 'Ana Lee', email: 'ana@example.org', studentId }]);
  });

  test('no word is a heading of two columns', () => {
    const words = MEMBER_COLUMNS.flatMap(({ name, headings }) => headings.map((heading) => [heading, name]));
    for (const [word, name] of words) expect(findPlaces([word ?? ''], MEMBER_COLUMNS)).toEqual({ [name ?? '']: 0 });
  });

  test.each([
    ['First name,Last name,Email', 'Ana,Lee,ana@example.org'],
    ['Last name,First name,Email', 'Lee,Ana,ana@example.org'],
    ['Surname,Given name,Mail', 'Lee,Ana,ana@example.org'],
    ['Name,Vorname,E-Mail', 'Lee,Ana,ana@example.org'],
    ['Nom,Prénom,Courriel', 'Lee,Ana,ana@example.org'],
    ['Nombre,Apellidos,Correo', 'Ana,Lee,ana@example.org'],
    ['Name,First name,Last name,Email', ',Ana,Lee,ana@example.org'],
    ['Name,First name,Email', 'Ana Lee,Ana,ana@example.org'],
    ['First name,Last name,Email', 'Ana Lee,,ana@example.org'],
  ])('of ‘%s’ the name is one', (heading, row) => {
    expect(readMembersCsv(`${heading}\n${row}`).lines).toMatchObject([{ name: 'Ana Lee' }]);
  });

  test('where no heading says which column has the addresses, somebody is asked, and says it', () => {
    const text = 'Who,Contact,Shirt\nAna,ana@example.org,M\nBen,ben@example.org,L';
    const asking = readMembersCsv(text);
    expect(asking).toMatchObject({ lines: [], notRead: [], asksColumns: true });
    expect(asking.columns).toMatchObject({
      found: [
        { heading: 'Who', example: 'Ana' },
        { heading: 'Contact', example: 'ana@example.org' },
        { heading: 'Shirt', example: 'M' },
      ],
      places: {},
    });
    const said = readMembersCsv(text, { columns: { name: 0, email: 1, note: 2 } });
    expect(said).toMatchObject({
      asksColumns: false,
      lines: [
        { name: 'Ana', note: 'M' },
        { name: 'Ben', note: 'L' },
      ],
    });
  });

  test('quotes hold separators, quotes and lines, and lines are counted from the heading', () => {
    const { lines, notRead } = readMembersCsv(
      `${HEADING}\n"Ana ""A"", B",ana@example.org,,,,"two\nlines"\n\nno address,,,,,\nBen,ben@example.org`,
    );
    expect(lines).toMatchObject([
      { line: 2, name: 'Ana "A", B', note: 'two\nlines' },
      { line: 6, name: 'Ben' },
    ]);
    expect(notRead).toEqual([{ line: 5, reason: 'There is no email address' }]);
  });

  test('dates that may be either are asked about', () => {
    const read = (order?: DateOrder) => readMembersCsv(`${HEADING}\nAna,ana@example.org,,,08/09/2026,`, { order });
    expect(read().asksOrder).toBe(true);
    expect(read('day first').lines[0]?.paidUntil).toBe('2026-09-08');
    expect(read('month first').lines[0]?.paidUntil).toBe('2026-08-09');
  });

  test.each([
    ['no address', 'Ana,,,,,', 'There is no email address'],
    ['what is no address', 'Ana,ana@,,,,', 'This is not an email address.'],
    ['30 February', 'Ana,ana@example.org,,,2026-02-30,', '‘paid until’ is not a date such as 2026-08-31'],
    ['a day of nowhere', 'Ana,ana@example.org,,soon,,', '‘since’ is not a date such as 2026-08-31'],
    ['a long name', `${'a'.repeat(10_000)},ana@example.org,,,,`, 'A name can have 200 characters at most'],
  ])('%s is not read, with its line and reason', (_what, line, reason) => {
    expect(readMembersCsv(`${HEADING}\n${line}`).notRead).toEqual([{ line: 2, reason }]);
  });

  test.each([';', '|', ' ', '\t', '"', "';"])('a cell of 400,000 times %j is read at once', (mark) => {
    const cell = mark.repeat(400_000).replaceAll('"', '""');
    const { lines, notRead } = readMembersCsv(`${HEADING}\nAna,ana@example.org,,,,"a${cell}b"`);
    expect([lines, notRead.map(({ line }) => line)]).toEqual([[], [2]]);
  });

  test('an address twice in one file is read once', () => {
    const { lines, notRead } = readMembersCsv(`${HEADING}\nAna,ana@example.org\nAnna,ANA@example.org`);
    expect(lines).toHaveLength(1);
    expect(notRead).toEqual([{ line: 3, reason: 'This address is already in line 2' }]);
  });

  test('what is no such file is refused with what to do', () => {
    expect(() => readMembersCsv('PK\u0003\u0004\uFFFD\uFFFD')).toThrow('save it as ‘CSV UTF-8’');
    expect(() => readMembersCsv('')).toThrow('has to name the columns');
    expect(() => readMembersCsv('Ana,ana@example.org')).toThrow('has to name the columns');
    const lines = (count: number) =>
      Array.from({ length: count }, (_one, at) => `P${at},p${at}@example.org`).join('\n');
    expect(readMembersCsv(`${HEADING}\n${lines(10_000)}`).lines).toHaveLength(10_000);
    expect(() => readMembersCsv(`${HEADING}\n${lines(10_001)}`)).toThrow(TooLarge);
    expect(readMembersCsv(`${HEADING}\n"Ana,ana@example.org`).lines).toEqual([]);
  });
});

describe.each(databases)('members from a file on %s', (_, open) => {
  const site = freshDatabase(open);

  const preview = (text: string) => previewCsv(site.db, treasurer, club, { text });
  const take = async (text: string) => {
    const { added, changed } = await preview(text);
    return importCsv(site.db, treasurer, club, { text, expected: { added, changed } });
  };
  const rows = () => site.db.query.selectFrom('members').selectAll().orderBy('search').execute();
  const mails = () => site.db.query.selectFrom('outbox').select('recipient').orderBy('recipient').execute();
  const UNTIL = dayPlus(TODAY, 100);

  test('no card tells the card of who stood in the next line', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    await take(
      `${HEADING}\n${Array.from({ length: 400 }, (_, at) => `Member,m${1000 + at}@example.org,,,,`).join('\n')}`,
    );
    const stored = await site.db.query.selectFrom('members').select('key').orderBy('address_key').execute();
    const keys = stored.map(({ key }) => key);
    expect(whatNeighboursTell(keys, MOMENT)).toEqual([]);
  });

  test('the preview says what would be done, and writes nothing; the import does it, once', async () => {
    const since = '2025-09-01';
    const ben = { name: 'Ben', email: 'Ben@example.org', studentId: '7', note: 'old', since };
    await load(site.db, { member: { b: ben, c: { name: 'Cleo', email: 'cleo@example.org', since } } });
    const text = [
      HEADING,
      `Ana,ana@example.org,1001,,${UNTIL},`,
      `,ben@example.org,,,${UNTIL},new`,
      'Cleo,CLEO@example.org,,,,',
      'nobody,,,,,',
      ',zoe@example.org,,,,',
    ].join('\n');
    expect(await preview(text)).toMatchObject({
      added: 1,
      changed: 1,
      unchanged: 1,
      notRead: 2,
      changes: [
        { line: 2, name: 'Ana', what: expect.stringMatching(/^new, paid until /) },
        { line: 3, name: 'Ben', what: expect.stringMatching(/^note, paid until /) },
      ],
      problems: [
        { line: 5, reason: 'There is no email address' },
        { line: 6, reason: 'There is no name' },
      ],
    });
    expect(await rows()).toHaveLength(2);
    expect(await take(text)).toEqual({ added: 1, changed: 1 });
    expect(await rows()).toMatchObject([
      { name: 'Ana', student_id: '1001', since: TODAY, paid_until: UNTIL },
      { name: 'Ben', email: 'Ben@example.org', student_id: '7', note: 'new', since, paid_until: UNTIL },
      { name: 'Cleo', paid_until: null },
    ]);
    expect(await mails()).toEqual([{ recipient: 'Ben@example.org' }, { recipient: 'ana@example.org' }]);
    expect(await preview(text)).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
    await take(text);
    expect(await mails()).toHaveLength(2);
  });

  test('what is downloaded is taken again, formulas as they were, and changes nothing', async () => {
    const evil = { name: '=1+1', email: '-a@example.org', studentId: '@x', note: 'a;=1\n+2' };
    await load(site.db, { member: { a: { ...evil, since: '2026-01-01' } } });
    const { content } = await membersFile(site.db, treasurer, club.clock);
    expect(await preview(content)).toMatchObject({ added: 0, changed: 0, unchanged: 1, notRead: 0 });
    await site.db.write(({ query }) => query.deleteFrom('members').execute());
    await take(content);
    expect(await rows()).toMatchObject([{ name: '=1+1', email: '-a@example.org', student_id: '@x', note: 'a;=1\n+2' }]);
  });

  test('the list as downloaded changes nobody of whom it is not known since when they are a member', async () => {
    await load(site.db, { member: { ana: { name: 'Ana', email: 'ana@example.org' } } });
    const { content } = await membersFile(site.db, treasurer, club.clock);
    expect(await preview(content)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    await take(`${HEADING}\nAna,ana@example.org,,,${UNTIL},`);
    expect(await rows()).toMatchObject([{ name: 'Ana', since: null }]);
  });

  test('where the members changed since the preview, nothing is written', async () => {
    const text = `${HEADING}\nAna,ana@example.org,,,,`;
    const expected = await preview(text);
    await load(site.db, { member: { a: { name: 'Ana', email: 'ana@example.org', since: TODAY } } });
    await expect(importCsv(site.db, treasurer, club, { text, expected })).rejects.toThrow(Rejected);
    expect(await rows()).toHaveLength(1);
  });

  test('of two imports at once, each person is added once', async () => {
    const text = `${HEADING}\nAna,ana@example.org,,,${UNTIL},`;
    const expected = await preview(text);
    const both = await Promise.allSettled([1, 2].map(() => importCsv(site.db, treasurer, club, { text, expected })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await rows()).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  test('nobody else looks or imports', async () => {
    const given = { text: HEADING, expected: { added: 0, changed: 0 } };
    await expect(previewCsv(site.db, visitor, club, given)).rejects.toThrow(NotAllowed);
    await expect(importCsv(site.db, visitor, club, given)).rejects.toThrow(NotAllowed);
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningClub } from './club.ts';

const DAY = 86_400_000;
const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const NAME = 'Wolfeschlegelsteinhausenbergerdorff-Przybyszewski of the Computer Science Society'.slice(0, 80);
/** Nobody listens there; and an address that answers with something that is no picture. */
const UNLOADABLE = 'https://127.0.0.1:9/nothing.png';
const NO_PICTURE = '/robots.txt';

/** A picture that is missing, one that cannot be reached, one that is none; or an event's drawn poster. */
function picture(place: number) {
  const [url] = [[undefined], [UNLOADABLE], [NO_PICTURE]][place % 3] ?? [];
  return url ? { image: { name: `${WORD}.png`, path: `1/1/1/${place}`, url } } : {};
}

const NO_IMAGE = { name: 'none.png', path: '1/1/1/none', url: UNLOADABLE };

function event(place: number, start: number) {
  const isOdd = place % 2 === 1;
  return {
    title: [`${NAME} presents`, WORD, 'Tea', 'A title of a common length, over two lines'][place % 4],
    presenter: place % 3 === 0 ? NAME : '',
    location: [WORD, '', 'Room 1'][place % 3],
    description: `${WORD}${WORD} https://example.com/${WORD}/${WORD}\n\n- ${WORD}\n- Short\n\n${'Long text. '.repeat(40)}`,
    tentative: place % 5 === 0,
    hiddenDate: place % 4 === 3,
    customDate: place % 8 === 3 ? `Every ${WORD}` : 'Every Tuesday',
    dscEvent: place % 6 === 1,
    kind: '-key0000',
    ...(place % 2 === 0 && { committee: '-key0000' }),
    ...(isOdd && { signupUrl: 'https://signup.example.com/x' }),
    ...(place % 4 === 0 && { formId: 'hostileForm' }),
    ...picture(place),
    resources: [{ name: `${WORD}.pdf`, path: '1/1/1/r', url: 'https://files.example.com/a.pdf' }],
    gallery: [0, 1, 2].map((at) => ({
      name: `${WORD}.png`,
      path: `1/1/1/g${at}`,
      url: [UNLOADABLE, NO_PICTURE][at % 2],
    })),
    datetime: { timeStartTimestamp: start, timeEndTimestamp: start + DAY / 8 },
  };
}

function byKey<Item>(count: number, make: (place: number) => Item): Record<string, Item> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, place) => [`-key${String(place).padStart(4, '0')}`, make(place)]),
  );
}

/** An export with `count` of everything, half of the events past: the longest names and words, pictures that fail. */
export function hostileClub(count: number, now = Date.now()) {
  const half = Math.ceil(count / 2);
  return {
    event: {
      ...byKey(count, (place) => event(place, now + (place < half ? place + 1 : half - place - 2) * DAY)),
      ...(count > 0 && { priced: { ...event(1, now + DAY / 2), formId: 'pricedForm', signupUrl: '' } }),
    },
    kind: byKey(Math.min(count, 8), (place) => ({
      name: `${place} ${WORD}`.slice(0, 60),
      slug: `kind-${place}`,
      colour: 'teal',
    })),
    committee: byKey(Math.min(count, 7), (place) => ({ name: `${place} ${place % 2 ? WORD : NAME}` })),
    link: byKey(count, (place) => ({
      slug: `${'long-'.repeat(11)}${place}`,
      url: `https://example.com/${WORD}`,
      note: WORD,
    })),
    subscriber: byKey(count, (place) => ({ email: `${place}-${WORD.slice(0, 40)}@example.edu`, since: '2026-11-20' })),
    member: byKey(count, (place) => ({
      name: [NAME, WORD][place % 2],
      email: `${place}-${WORD.slice(0, 40)}@example.edu`,
    })),
    sponsor: byKey(Math.min(count, 7), (place) => ({
      name: [NAME, WORD][place % 2],
      text: WORD,
      tier: WORD,
      url: UNLOADABLE,
    })),
    page: byKey(Math.min(count, 7), (place) => ({
      title: [NAME, WORD][place % 2],
      slug: `page-${place}`,
      text: WORD,
      place: 'menu',
    })),
    exec: byKey(count, (place) => ({
      name: [NAME, WORD, 'Bo'][place % 3],
      title: ['Vice President', WORD][place % 2],
      isCurrentExec: place < half,
      ...(place % 2 === 0 && { description: `${WORD} ${'and so on '.repeat(60)}` }),
      ...picture(place + 1),
    })),
    food: byKey(count, (place) => ({
      name: [NAME, WORD, 'Tea'][place % 3],
      section: ['Food', 'Drink'][place % 2],
      price: place * 1000,
    })),
    dsc: byKey(Math.min(count, 7), (place) => ({
      title: place % 2 === 0 ? WORD : NAME,
      text: `<p>${WORD}</p><table><tr>${'<td>A wide cell</td>'.repeat(20)}</tr></table><pre>${WORD}${WORD}</pre>`,
      position: place,
      imgAlt: 'Nothing',
      ...(place > 0 && { img: picture(place).image }),
    })),
    files: { homeSlideshow: Object.values(byKey(Math.min(count, 3), (place) => picture(place + 1).image ?? NO_IMAGE)) },
    form: {
      hostileForm: {
        fields: [
          { name: 'aaaaaaaaaa', type: 'text', description: WORD, required: true },
          { name: 'bbbbbbbbbb', type: 'radio', description: NAME, required: true, options: [WORD, 'Yes', 'No'] },
          { name: 'cccccccccc', type: 'checkbox', description: `${NAME} ${WORD}`, required: false },
        ],
      },
      pricedForm: {
        fields: [{ name: 'aaaaaaaaaa', type: 'text', description: WORD, required: false }],
        asksPerson: true,
        places: 7,
        price: 99_999.99,
        howToPay: `${WORD} **{reference}**`,
      },
    },
    entry: {
      pricedForm: byKey(Math.min(count, 7), (place) => {
        const email = `${place}-${WORD.slice(0, 40)}@example.edu`;
        const owing = { $owes: 99_999.99, $reference: `ABCDEFG${place + 2}` };
        return {
          name: [NAME, WORD][place % 2],
          email,
          aaaaaaaaaa: WORD,
          $state: 'going',
          $email: email,
          $since: 1,
          ...owing,
        };
      }),
    },
  };
}

/** Fills a running site, in place of what it has. */
export async function importHostileClub(club: RunningClub, count: number): Promise<void> {
  const file = join(club.dataDir, `hostile-${count}.json`);
  await writeFile(file, JSON.stringify(hostileClub(count)));
  await club.command('import', file, '--replace');
}

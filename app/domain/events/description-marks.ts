import { ADDRESS, withoutSentence } from '../text-addresses.ts';

export interface MarkedRun {
  text: string;
  isBold: boolean;
  to?: string;
}

const MARKED =
  /(?<end>\n)|(?<bold>\*\*)|\[(?<label>[^[\]\n]{1,300})\]\((?<target>(?:https?:\/\/|mailto:)[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)\)/;
const MARK = new RegExp(`${MARKED.source}|(?<bare>${ADDRESS.source})`, 'g');

/** Reads any text, in time proportional to its length. */
export function readMarks(description: string): MarkedRun[] {
  const runs: MarkedRun[] = [];
  let from = 0;
  let opened: MarkedRun | undefined;
  let sinceOpened: MarkedRun[] = [];

  function add(run: MarkedRun): void {
    if (run.text === '') return;
    runs.push(run);
    sinceOpened.push(run);
  }
  function addStars(at: number): void {
    const isAfterText = at > 0 && !/\s/.test(description.charAt(at - 1));
    if (opened && isAfterText && sinceOpened.length > 0) {
      opened.text = '';
      for (const run of sinceOpened) run.isBold = true;
      opened = undefined;
      return;
    }
    const stars = plain('**');
    runs.push(stars);
    sinceOpened.push(stars);
    if (!/\S/.test(description.charAt(at + 2))) return;
    opened = stars;
    sinceOpened = [];
  }
  function endLine(): void {
    runs.push(plain('\n'));
    opened = undefined;
  }

  const marks = new RegExp(MARK);
  for (let mark = marks.exec(description); mark; mark = marks.exec(description)) {
    const { index, groups: { end, bold, label = '', target, bare: found } = {} } = mark;
    const bare = found && withoutSentence(found);
    const whole = bare ?? mark[0];
    add(plain(description.slice(from, index)));
    from = marks.lastIndex = index + whole.length;
    const to = target ?? bare;
    if (bold) addStars(index);
    else if (end) endLine();
    else if (to === undefined || !URL.canParse(to)) add(plain(whole));
    else if (bare) add({ text: bare, isBold: false, to });
    else add({ ...unstarred(label), to });
  }
  add(plain(description.slice(from)));
  return runs.filter(({ text }) => text !== '');
}

export function withoutMarks(description: string, { addresses }: { addresses: boolean }): string {
  return readMarks(description)
    .map((run) => spellOut(run, addresses))
    .join('');
}

function spellOut({ text, to }: MarkedRun, addresses: boolean): string {
  const address = to?.replace(/^mailto:/, '');
  return addresses && address !== undefined && address !== text ? `${text} (${address})` : text;
}

function plain(text: string): MarkedRun {
  return { text, isBold: false };
}

function unstarred(label: string): MarkedRun {
  const isBold = /^\*\*.+\*\*$/.test(label);
  return { text: isBold ? label.slice(2, -2) : label, isBold };
}

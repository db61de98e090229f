export interface Run {
  text: string;
  isBold: boolean;
  /** An http(s) or mailto address: the text is a link. */
  to?: string;
}

/**
 * The end of a line, `**`, [words](address), and an address by itself; a full stop or a bracket behind an address belongs
 * to the sentence.
 */
const MARK =
  /(?<end>\n)|(?<bold>\*\*)|\[(?<label>[^[\]\n]{1,300})\]\((?<target>(?:https?:\/\/|mailto:)[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)\)|(?<bare>https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]*])/g;

/**
 * A description, or a part of it, as runs of text: **bold** between two pairs of stars in one line, links, and all else
 * as it was typed. Any text has an answer, in time that grows with its length.
 */
export function readMarks(description: string): Run[] {
  const runs: Run[] = [];
  let from = 0;
  /** The run of the stars that wait for others. */
  let opened: Run | undefined;
  let sinceOpened: Run[] = [];

  function add(run: Run): void {
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

  for (const { 0: whole, index, groups = {} } of description.matchAll(MARK)) {
    const { end, bold, label = '', target, bare } = groups;
    add(plain(description.slice(from, index)));
    from = index + whole.length;
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

/** A description as plain text: without the stars, and with the address of a link behind its words where that is wanted. */
export function withoutMarks(description: string, { addresses }: { addresses: boolean }): string {
  return readMarks(description)
    .map((run) => spelled(run, addresses))
    .join('');
}

function spelled({ text, to }: Run, addresses: boolean): string {
  const address = to?.replace(/^mailto:/, '');
  return addresses && address !== undefined && address !== text ? `${text} (${address})` : text;
}

function plain(text: string): Run {
  return { text, isBold: false };
}

function unstarred(label: string): Run {
  const isBold = /^\*\*.+\*\*$/.test(label);
  return { text: isBold ? label.slice(2, -2) : label, isBold };
}

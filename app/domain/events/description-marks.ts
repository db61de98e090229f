export interface MarkedRun {
  text: string;
  isBold: boolean;
  to?: string;
}

/** A full stop or a bracket behind a bare address belongs to the sentence. */
const MARK =
  /(?<end>\n)|(?<bold>\*\*)|\[(?<label>[^[\]\n]{1,300})\]\((?<target>(?:https?:\/\/|mailto:)[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)\)|(?<bare>https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]*])/g;

/** Any text has an answer, in time that grows with its length. */
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

export function withoutMarks(description: string, { addresses }: { addresses: boolean }): string {
  return readMarks(description)
    .map((run) => spelled(run, addresses))
    .join('');
}

function spelled({ text, to }: MarkedRun, addresses: boolean): string {
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

/** A number of things: '1 file', '12,345 files'. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`;
}

/** A number of bytes, as megabytes. */
export function sized(bytes: number): string {
  return `${(bytes / 1024 / 1024).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
}

/** What people typed, as it may be shown in a terminal: nothing in it may steer that. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}

const OFTEN_MS = 100;
const SELDOM_MS = 2000;

/** One line that says how far a long command is: kept up to date in place, or said again every few seconds. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream;
  #shownAt = performance.now();
  #isShown = false;

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
  }

  /** `text` is only asked for when it will be shown. */
  show(text: () => string): void {
    const now = performance.now();
    if (now - this.#shownAt < (this.#stream.isTTY ? OFTEN_MS : SELDOM_MS)) return;
    this.#shownAt = now;
    if (!this.#stream.isTTY) {
      this.#stream.write(`${text()}\n`);
      return;
    }
    this.#stream.write(`\r\x1b[K${text()}`);
    this.#isShown = true;
  }

  /** Makes room for other lines. */
  clear(): void {
    if (this.#isShown) this.#stream.write('\r\x1b[K');
    this.#isShown = false;
  }
}

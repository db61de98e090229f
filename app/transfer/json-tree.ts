/** Paths that begin alike must follow each other. */
export class JsonTree {
  #open: string[] = [];
  #isEmpty = true;

  add(path: string[], value: unknown): string {
    if (value === undefined) return '';
    const folders = path.slice(0, -1);
    const common = folders.findIndex((name, level) => name !== this.#open[level]);
    const shared = common === -1 ? folders.length : common;
    const closed = '\n}'.repeat(this.#open.length - shared);
    const opened = folders.slice(shared).map((name) => `${JSON.stringify(name)}:{\n`);
    const separator = this.#isEmpty ? '{\n' : ',\n';
    this.#open = folders;
    this.#isEmpty = false;
    return `${closed}${separator}${opened.join('')}${JSON.stringify(path.at(-1))}:${JSON.stringify(value)}`;
  }

  end(): string {
    return `${this.#isEmpty ? '{' : ''}${'\n}'.repeat(this.#open.length)}\n}\n`;
  }
}

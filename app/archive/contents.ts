import { createHash } from 'node:crypto';
import { dirname, extname, relative } from 'node:path/posix';
import { ADDRESSES, parametersOf } from '../addresses.ts';
import { FILE_PATH } from '../domain/files/stored-file.ts';
import { portableName } from '../transfer/portable-name.ts';
import { decodePart } from '../domain/decode-part.ts';

/** The parameters with which visitors page through the list of events. */
const LISTED = new Set(['past', 'year', 'before']);
const COPIED = Object.keys(ADDRESSES).filter((address) => ADDRESSES[address]?.isArchived);
const STORED = new RegExp(`^/files/(${FILE_PATH})/[^/]+$`, 'i');
const FIRST = '/home';

export interface ArchivedFile {
  path: string;
  name: string;
}

/** Which address of the site becomes which file. Every page knows the file names of all others before it is written. */
export class ArchiveContents {
  readonly #origin: string;
  readonly #stored: Map<string, ArchivedFile>;
  readonly #names = new Map<string, string>();
  /** In lower case: some file systems ignore case. */
  readonly #taken = new Set<string>();
  /** Addresses in the order in which they were named; grows while pages are read. */
  readonly pages: string[] = [];
  readonly others: string[] = [];

  constructor(publicUrl: string, stored: Map<string, ArchivedFile>) {
    this.#origin = new URL(publicUrl).origin;
    this.#stored = stored;
    for (const name of ['club.json', 'files']) this.#taken.add(name);
  }

  addPage(address: string): void {
    const { pathname, searchParams } = new URL(address, this.#origin);
    const known = plain(pathname) + (searchParams.size > 0 ? `?${searchParams}` : '');
    if (this.#names.has(known)) return;
    const query = [...searchParams].map(([name, value]) => portableName(`-${name}-${value}`)).join('');
    const path = known === FIRST ? 'index' : pathname.slice(1).split('/').map(decodePart).map(portableName).join('/');
    this.#names.set(known, this.#free(`${path}${query}.html`));
    this.pages.push(address);
  }

  /** Adds a page that only leads on; it is not read from the site. */
  addLeading(path: string): void {
    const parts = path.slice(1).split('/').map(portableName);
    this.#names.set(path, this.#free(`${parts.join('/')}.html`));
  }

  /** Adds a file that is copied as the site sends it, such as a calendar. */
  addFile(pathname: string): void {
    const path = plain(pathname);
    if (this.#names.has(path)) return;
    this.#names.set(path, this.#free(path.slice(1).split('/').map(portableName).join('/')));
    this.others.push(pathname);
  }

  nameOf(address: string): string {
    const { pathname, searchParams } = new URL(address, this.#origin);
    return this.#names.get(plain(pathname) + (searchParams.size > 0 ? `?${searchParams}` : '')) ?? '';
  }

  isOfSite(address: URL): boolean {
    return address.origin === this.#origin;
  }

  /**
   * How the file `from` leads to an address of the site, which is added if it can be archived; undefined if the archive
   * has nothing of it.
   */
  linkTo(address: URL, from: string): string | undefined {
    const name = this.#fileOf(address);
    if (name === undefined) return undefined;
    const steps = relative(dirname(from), name).split('/').map(encodeURIComponent).join('/');
    return steps + address.hash;
  }

  resolve(address: string, from: string): URL | undefined {
    const base = new URL(from, this.#origin);
    return URL.canParse(address, base) ? new URL(address, base) : undefined;
  }

  #fileOf({ pathname, searchParams }: URL): string | undefined {
    const path = pathname === '/' ? FIRST : plain(pathname);
    const stored = this.#stored.get(STORED.exec(path)?.[1]?.toLowerCase() ?? '');
    if (stored) return storedName(stored);
    if (path === '/events' && searchParams.size > 0) {
      if (![...searchParams.keys()].every((name) => LISTED.has(name))) return this.#names.get(path);
      this.addPage(`${path}?${searchParams}`);
      return this.#names.get(`${path}?${searchParams}`);
    }
    if (COPIED.some((address) => parametersOf(address, path))) this.addFile(pathname);
    return this.#names.get(path);
  }

  #free(name: string): string {
    let free = name;
    for (let times = 0; this.#taken.has(folded(free)); times++) {
      const ending = extname(name);
      const mark = createHash('sha256').update(`${name} ${times}`).digest('hex').slice(0, 8);
      free = `${name.slice(0, name.length - ending.length)}-${mark}${ending}`;
    }
    this.#taken.add(folded(free));
    return free;
  }
}

/** Names that some file systems take for the same one. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

export function storedName({ path, name }: ArchivedFile): string {
  return `files/${path}/${portableName(name)}`;
}

function plain(pathname: string): string {
  return pathname.split('/').map(decodePart).join('/');
}

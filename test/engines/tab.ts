/** One page of an engine that Playwright does not play: what a journey needs of it, in the engine's own protocol. */
export interface Tab {
  open: (url: string) => Promise<void>;
  /** The window's inside, in pixels. */
  resize: (width: number, height: number) => Promise<void>;
  /** What a script's last expression is worth in the page. */
  evaluate: <Result>(script: string) => Promise<Result>;
  /** A press of the mouse at a place of the viewport. */
  pressAt: (x: number, y: number) => Promise<void>;
  type: (text: string) => Promise<void>;
  key: (key: Key) => Promise<void>;
  /** Gives a file to the file input of this selector. */
  giveFile: (selector: string, path: string) => Promise<void>;
  back: () => Promise<void>;
  /** What is painted, as a PNG. */
  picture: () => Promise<Buffer>;
  /** Does `work` in the window that `opening` opens; resolves once that window has gone. */
  inPopup: (opening: () => Promise<void>, work: (popup: Tab) => Promise<void>) => Promise<void>;
}

export type Key = 'Tab' | 'Enter' | 'Escape' | 'Delete';

export interface Engine {
  tab: Tab;
  /** What the console complained of since the last time it was asked. */
  complaints: () => Promise<string[]>;
  close: () => Promise<void>;
}

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

/** In milliseconds: nothing that is asked of a browser takes as long. */
export const LONGEST_ANSWER = 180_000;

/** Under load a driver has once not answered at all: it is ended then, so that all that follows fails at once. */
export async function endWhereSilent<Answer>(
  asked: string,
  answer: () => Promise<Answer>,
  end: () => unknown,
): Promise<Answer> {
  let isSilent = false;
  const silence = setTimeout(() => {
    isSilent = true;
    end();
  }, LONGEST_ANSWER);
  try {
    return await answer();
  } catch (error) {
    throw isSilent ? new Error(`The browser did not answer ‘${asked}’`, { cause: error }) : error;
  } finally {
    clearTimeout(silence);
  }
}

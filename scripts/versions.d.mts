/** How the site is brought back to an earlier version. */
export interface Back {
  /** The copy of the data from before the update; undefined where it changed nothing in it. */
  copy: string | undefined;
  /** Also where the earlier version could go on with the data as it is. */
  evenIfSame: boolean;
  /** Tables and views that the later version may have made. */
  relations: string[];
}

export interface Change {
  /** Another one for each version that is to begin. */
  mark: string;
  /** Below versions/, or `OWN`. */
  folder: string;
  /** The process that looks whether it serves. */
  checking?: number;
  previous?: {
    folder: string;
    version: string;
    /** Copies that were there before the update began. */
    known: string[];
    relations: string[];
  };
  back?: Back;
}

export interface Choice {
  code: string;
  back: Back | undefined;
  checking: number | undefined;
  mark: string | undefined;
}

export const VERSIONS: string;
export const OWN: string;
export function readChange(home: string): Change | undefined;
export function readChoice(home: string): Choice;
export function writeChange(home: string, change: Change): void;
export function folderOf(home: string, folder: string): string;
export function versionIn(folder: string): string;
export function isSameFolder(one: string, other: string): boolean;
export function noteEnded(home: string): void;
export function hasEnded(home: string): boolean;
export function isAlive(pid: number | undefined): boolean;
export function isRelease(folder: string): boolean;
export function nodeOf(folder: string): string | undefined;

interface Statement {
  testedOn: string;
  release: string;
  screensDigest: string;
  engines: string[];
  widths: number[];
  themes: string[];
  rules: { tool: string; count: number; sets: string[] };
  screens: string[];
  shortfalls: { screen: string; what: string }[];
}

interface Reports {
  playwright: unknown;
  vitest?: unknown;
  chromium: string;
}

export const STATEMENT: string;
export function screensDigest(root?: string): string;
export function statementOf(reports: Reports): Statement | undefined;
export function writeStatement(playwright: unknown, vitest?: unknown): boolean;
export function readReleases(): string[];
export function isStale(
  statement: Pick<Statement, 'release' | 'screensDigest'>,
  releases: string[],
  now?: string,
): boolean;

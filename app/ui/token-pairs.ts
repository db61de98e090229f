/**
 * A colour, the ground it may be on, and the least contrast in both themes whatever the club's accent (WCAG 2.2 AA).
 */
interface TokenPair {
  front: string;
  ground: string;
  least: 3 | 4.5;
}

const GROUNDS = ['--paper', '--paper-2', '--bar', '--accent-tint'];
const TEXTS = ['--ink', '--ink-2', '--accent', '--accent-strong'];

const KINDS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'grey'].map((one) => `--kind-${one}`);

const pairs = (fronts: string[], grounds: string[], least: TokenPair['least']): TokenPair[] =>
  fronts.flatMap((front) => grounds.map((ground) => ({ front, ground, least })));

export const TOKEN_PAIRS: TokenPair[] = [
  ...pairs(TEXTS, GROUNDS, 4.5),
  ...pairs(KINDS, GROUNDS, 4.5),
  ...pairs(['--on-accent'], ['--accent-fill'], 4.5),
  ...pairs(['--error', '--good'], ['--paper', '--paper-2', '--bar'], 4.5),
  ...pairs(['--error', '--ink', '--accent'], ['--error-tint'], 4.5),
  ...pairs(['--error'], ['--accent-tint'], 4.5),
  ...pairs(['--good', '--ink'], ['--good-tint'], 4.5),
  ...pairs(['--warning', '--ink'], ['--warning-tint'], 4.5),
  ...pairs(['--code-string', '--code-constant', '--code-function'], ['--paper-2'], 4.5),
  ...pairs(['--paper'], ['--ink'], 4.5),
  ...pairs(['--on-photo'], ['--photo'], 4.5),
  ...pairs(['--line-strong', '--accent-edge', '--focus'], [...GROUNDS, '--error-tint'], 3),
];

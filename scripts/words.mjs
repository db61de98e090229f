// npm run words: writes docs/words.txt, every sentence and label that people read, by the folder of its screen, each once.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'vite';
import { ROOT, say } from './setup.mjs';

const LIST = 'docs/words.txt';
const FILES = ['app/**/*.{ts,tsx}', 'cli/**/*.ts'];
/** Read by nobody, or only where a table of somebody else has them as headings. */
const NOT_READ =
  /\.test\.tsx?$|^app\/(routes\/dev|db\/migrations)\/|^app\/(domain\/members|event-files)\/csv-headings\.ts$/;

const FOR_MACHINES =
  /^(className|style|id|name|key|type|role|rel|href|to|src|srcSet|sizes|media|d|viewBox|transform|method|action|encType|autoComplete|htmlFor|pattern|accept|allow|sandbox|content|data-.*|aria-(controls|labelledby|describedby))$/;
/** Calls whose texts are a query's, a style sheet's or a right's name. */
const CALLS =
  /^(can|requireCapability|requireRole|mayDo|select|selectFrom|where|whereRef|orderBy|groupBy|on|onRef|innerJoin|leftJoin|ref|matchMedia|querySelector|querySelectorAll|closest|matches|Error|TypeError|RangeError|URL|RegExp)$/;
const NO_SENTENCE = [
  /^[.#/@[<&:;(]|^https?:|^[\w-]+\/[\w.+*-]+|[{;]$|="\{/,
  // Style sheets.
  /--[a-z]+:|var\(--|\b(min|max|calc)\(|\b(min|max)-width|^[a-z]+(, [a-z:[\]=()-]+)+$|^input:/,
  // Queries.
  /^(select|insert|update|delete|create|alter|drop|with|pragma|begin|listen|repeatable) |^read only$|^[\w.]+ as \w+$/,
  // Headers and streams.
  /'(self|none|unsafe-inline)'|no-store|max-age=|^[A-Z]+, [A-Z]+$|^\d{3} |^(event|retry): |^(bytes|openid|noopener|accept-\w+) /,
  // Commands of a shell.
  /^(ulimit|curl|-c) /,
];

const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim();

/** Two words, or one that begins as a label does. */
function isRead(text) {
  if (!/\p{L}{2}/u.test(text.replaceAll(/\{[^}]*\}/g, '')) || NO_SENTENCE.some((shape) => shape.test(text)))
    return false;
  return /^\p{Lu}\p{Ll}+[.?!…:]?$|\p{L}[,:;.!?’]? [\p{L}{‘“(]|\} \p{L}{2}/u.test(text);
}

/** What stands in a sentence's gap: the last name of the expression. */
function gapOf(node) {
  if (node?.type === 'Identifier') return node.name;
  if (node?.type === 'MemberExpression') return node.property.name ?? '…';
  if (node?.type === 'CallExpression') return gapOf(node.arguments.length === 1 ? node.arguments[0] : node.callee);
  return '…';
}

/** The text of a literal, a template, or of several joined by '+'; undefined where it is none. */
function textOf(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') {
    const gaps = [...node.expressions.map((gap) => `{${gapOf(gap)}}`), ''];
    return node.quasis.map(({ value }, at) => value.cooked + gaps[at]).join('');
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const sides = [node.left, node.right].map((side) => ({ side, text: textOf(side) }));
  if (sides.every(({ text }) => text === undefined)) return undefined;
  return sides.map(({ side, text }) => text ?? `{${gapOf(side)}}`).join('');
}

/** The words of an element, with those of the links and marks that stand among them. */
function sentenceOf({ children }) {
  return children
    .map((child) => {
      if (child.type === 'JSXText') return child.value.replaceAll('&apos;', "'").replaceAll('&amp;', '&');
      if (child.type === 'JSXElement') return sentenceOf(child) || '{…}';
      if (child.type !== 'JSXExpressionContainer' || child.expression.type === 'JSXEmptyExpression') return '';
      return textOf(child.expression) ?? `{${gapOf(child.expression)}}`;
    })
    .join('');
}

const isSentence = ({ type, children = [] }) =>
  type.startsWith('JSX') && children.some((child) => child.type === 'JSXText' && /\p{L}{2}/u.test(child.value));

/** What the elements of a sentence hold besides its words. */
function besides({ openingElement, children }) {
  const inner = children.flatMap((child) => {
    if (child.type === 'JSXText') return [];
    return child.type === 'JSXElement' && isSentence(child) ? besides(child) : [child];
  });
  return openingElement ? [openingElement, ...inner] : inner;
}

const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string');

function isForMachines(node) {
  if (node.type.startsWith('Import') || node.type === 'TaggedTemplateExpression') return true;
  if (node.type.startsWith('TS')) return !node.type.startsWith('TSAs') && !node.type.startsWith('TSSat');
  if (node.type.startsWith('Export')) return Boolean(node.source);
  if (node.type === 'JSXAttribute') return FOR_MACHINES.test(node.name.name);
  if (node.type === 'BinaryExpression') return node.operator !== '+';
  return false;
}

/** Where further texts may be below a node. */
function insideOf(node) {
  if (isSentence(node)) return besides(node);
  switch (node.type) {
    case 'Property':
      return [node.value];
    case 'SwitchCase':
      return node.consequent;
    case 'CallExpression':
    case 'NewExpression':
      if (!CALLS.test(node.callee.property?.name ?? node.callee.name)) return childrenOf(node);
      return [node.callee, ...node.arguments.filter((given) => textOf(given) === undefined)];
    default:
      return childrenOf(node);
  }
}

/** Adds every text of the node to `found`, in the order in which they stand in the file. */
function collect(node, found) {
  if (isForMachines(node)) return;
  const text = isSentence(node) ? sentenceOf(node) : textOf(node);
  if (text !== undefined && isRead(oneLine(text))) found.push(oneLine(text));
  const isJoined = node.type === 'BinaryExpression' && text !== undefined;
  for (const child of insideOf(node)) if (!isJoined || textOf(child) === undefined) collect(child, found);
}

function textsOf(file) {
  const found = [];
  collect(parseAst(readFileSync(join(ROOT, file), 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }), found);
  return found;
}

/** The list as the code has it: a heading for each folder, below it what stands in no folder before. */
function listWords() {
  const files = globSync(FILES, { cwd: ROOT })
    .toSorted()
    .filter((file) => !NOT_READ.test(file));
  const known = new Set();
  const folders = new Map();
  for (const file of files.toSorted()) {
    const folder = dirname(file);
    const fresh = textsOf(file).filter((text) => !known.has(text) && known.add(text));
    if (fresh.length > 0) folders.set(folder, [...(folders.get(folder) ?? []), ...fresh]);
  }
  const parts = [...folders].map(([folder, texts]) => `\n# ${folder}\n\n${texts.join('\n')}\n`);
  return `Every sentence and label that people read, each once. \`npm run words\` writes it; what is new is read aloud first.\n${parts.join('')}`;
}

/** What the code says and the list lacks, and the other way round. */
export function compareWords() {
  const [listed, said] = [readFileSync(join(ROOT, LIST), 'utf8'), listWords()].map((text) => new Set(text.split('\n')));
  return { unread: [...said.difference(listed)], gone: [...listed.difference(said)] };
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(ROOT, LIST), listWords());
  say(`Read aloud what 'git diff ${LIST}' shows.`);
}

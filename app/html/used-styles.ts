/** A style sheet as it is picked from: what stands in a condition such as `@media` is picked one by one. */
export type Sheet = Rule[];

type Rule = { text: string; needs: string[][] } | { condition: string; rules: Rule[] };

const CONDITION = /^@(?:media|supports|container|layer)\b/;
/** What may stand anywhere in a sheet and holds marks that mean nothing there, and the marks. */
const MARKS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)"']*\)|[{};]/g;
const IN_BRACKETS = /\([^()]*\)/g;

/** Of a sheet that the build has written: there are no comments in it. */
export function parseSheet(css: string): Sheet {
  return blocksOf(css).map((block) => {
    const opens = block.indexOf('{');
    const head = block.slice(0, opens).trim();
    if (opens >= 0 && CONDITION.test(head)) return { condition: head, rules: parseSheet(block.slice(opens + 1, -1)) };
    return { text: block, needs: head.startsWith('@') ? [[]] : needsOf(head) };
  });
}

/** Each rule with what it holds, and each statement. */
function blocksOf(css: string): string[] {
  const blocks: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of css.matchAll(MARKS)) {
    if (mark === '{') depth++;
    if (mark === '}') depth--;
    if (depth > 0 || !/^[};]$/.test(mark)) continue;
    blocks.push(css.slice(start, index + 1).trim());
    start = index + 1;
  }
  return blocks;
}

/** The classes that each of its selectors cannot do without; those in brackets may be one of several, or none at all. */
function needsOf(selectors: string): string[][] {
  let bare = selectors;
  while (IN_BRACKETS.test(bare)) bare = bare.replaceAll(IN_BRACKETS, '');
  return bare.split(',').map((selector) => Array.from(selector.matchAll(/\.([\w-]+)/g), ([, name = '']) => name));
}

export function classesIn(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(/\sclass="([^"]*)"/g), ([, names = '']) => names.split(/\s+/)).flat());
}

/** The rules that can mean something to elements with `classes`, in their order. */
export function usedStyles(sheet: Sheet, classes: Set<string>): string {
  return sheet
    .map((rule) => {
      if ('text' in rule) return rule.needs.some((names) => names.every((name) => classes.has(name))) ? rule.text : '';
      const inner = usedStyles(rule.rules, classes);
      return inner === '' ? '' : `${rule.condition}{${inner}}`;
    })
    .join('');
}

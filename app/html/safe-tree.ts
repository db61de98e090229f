import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { ALLOWED_HTML } from './allowed-html.ts';
import { eachElement, type Root } from './html-tree.ts';
import { parseHtml, type HtmlBounds } from './parse-html.ts';

/** Keeps ids that people write apart from the page's own. */
const ID_PREFIX = defaultSchema.clobberPrefix ?? '';

const toHtml = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  .use(rehypeStringify, { allowDangerousHtml: true });

const BOUNDS: HtmlBounds = { elements: 50_000, attributes: 2_000_000, depth: 200 };

const sanitizer = unified().use(rehypeSanitize, ALLOWED_HTML);

/** HTML in it is read as browsers read it: what is checked is what will be shown. @throws TooTangled */
export function safeTree(markdown: string): Root {
  const tree: Root = sanitizer.runSync(parseHtml(toHtml.processSync(markdown).toString(), BOUNDS));
  followIds(tree);
  return tree;
}

function followIds(tree: Root): void {
  const ids = new Set<unknown>();
  eachElement(tree, ({ properties }) => ids.add(properties.id));
  eachElement(tree, ({ properties }) => {
    const { href } = properties;
    if (typeof href !== 'string' || !href.startsWith('#')) return;
    const prefixed = ID_PREFIX + href.slice(1);
    if (ids.has(prefixed)) properties.href = `#${prefixed}`;
  });
}

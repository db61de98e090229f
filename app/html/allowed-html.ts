import { defaultSchema } from 'rehype-sanitize';

const { '*': onAll = [], ...attributes } = defaultSchema.attributes ?? {};

/** GitHub's list, less addresses that it does not look into: a picture's other sources, and where a form leads. */
export const ALLOWED_HTML: typeof defaultSchema = {
  ...defaultSchema,
  attributes: { ...attributes, source: [], '*': onAll.filter((name) => name !== 'action') },
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'title'],
};

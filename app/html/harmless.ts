import { defaultSchema } from 'rehype-sanitize';

const { '*': onAll = [], ...attributes } = defaultSchema.attributes ?? {};

/**
 * What may be left of HTML that people wrote: GitHub's list of what is harmless, addresses http(s) or mailto only. What
 * is left out besides are addresses that the list does not look into: a picture's other
 * sources, and where a form leads.
 */
export const HARMLESS: typeof defaultSchema = {
  ...defaultSchema,
  attributes: { ...attributes, source: [], '*': onAll.filter((name) => name !== 'action') },
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'title'],
};

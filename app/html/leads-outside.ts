const HERE = 'here.invalid';
/** A browser reads `https:a` as a path if the page itself uses https, and as another site if it does not. */
const PAGES = [`http://${HERE}`, `https://${HERE}`];

/** True if a browser would go to another site. An absolute address counts as outside even if it is this site's. */
export function leadsOutside(href: string): boolean {
  return PAGES.some((page) => {
    if (!URL.canParse(href, page)) return true;
    const { protocol, host } = new URL(href, page);
    return /^https?:$/.test(protocol) && host !== HERE;
  });
}

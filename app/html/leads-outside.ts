const HERE = 'here.invalid';
/** A browser reads `https:a` as a path where the page itself came by https, and as another site where it did not. */
const PAGES = [`http://${HERE}`, `https://${HERE}`];

/** Whether a browser would go to another site; whoever gives this site's own address whole leads outside, too. */
export function leadsOutside(href: string): boolean {
  return PAGES.some((page) => {
    if (!URL.canParse(href, page)) return true;
    const { protocol, host } = new URL(href, page);
    return /^https?:$/.test(protocol) && host !== HERE;
  });
}

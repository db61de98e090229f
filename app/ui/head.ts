import type { MetaDescriptor } from 'react-router';

/** A picture for link previews; sizes are in pixels. A URL that begins with '/' is on this site. */
export interface PreviewImage {
  url: string;
  width?: number | null | undefined;
  height?: number | null | undefined;
  alt: string;
}

export interface PageHead {
  site: { name: string; publicUrl: string; locale: string };
  /** Left out on the home page, whose title is the club's name. */
  title?: string | undefined;
  description: string;
  /** The page's canonical path on this site, beginning with '/'. */
  path: string;
  image?: PreviewImage | undefined;
  type?: 'website' | 'article' | undefined;
}

const LONGEST_DESCRIPTION = 160;

export function pageMeta({ site, title, description, path, image, type = 'website' }: PageHead): MetaDescriptor[] {
  const { name, publicUrl, locale } = site;
  const full = title ? `${title} · ${name}` : name;
  const short = shorten(description);
  const url = publicUrl + path;
  const inEveryHead = [
    { title: full },
    { name: 'description', content: short },
    { tagName: 'link', rel: 'canonical', href: url },
  ] satisfies MetaDescriptor[];
  // Link previews use what the server sends; they run no scripts.
  if (!import.meta.env.SSR) return inEveryHead;
  const picture = image ?? { url: '/share.png', width: 1200, height: 630, alt: name };
  const src = picture.url.startsWith('/') ? publicUrl + picture.url : picture.url;
  return [
    ...inEveryHead,
    { property: 'og:title', content: title || name },
    { property: 'og:description', content: short },
    { property: 'og:url', content: url },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: name },
    { property: 'og:locale', content: locale.replace('-', '_') },
    { property: 'og:image', content: src },
    ...(picture.width ? [{ property: 'og:image:width', content: String(picture.width) }] : []),
    ...(picture.height ? [{ property: 'og:image:height', content: String(picture.height) }] : []),
    { property: 'og:image:alt', content: picture.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title || name },
    { name: 'twitter:description', content: short },
    { name: 'twitter:image', content: src },
    { name: 'twitter:image:alt', content: picture.alt },
  ];
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= LONGEST_DESCRIPTION) return line;
  const room = line.slice(0, LONGEST_DESCRIPTION);
  const cut = room.lastIndexOf(' ');
  // If there is no space, at least no surrogate pair is cut in two.
  const kept = cut > 0 ? room.slice(0, cut) : room.slice(0, -1).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.replace(/[\s,;:.–-]+$/, '')}…`;
}

import { sourceSet, type ImageView } from '../../domain/files/image-view.ts';
import { viewImages } from '../../domain/files/view-images.ts';
import { filesNamedIn } from '../../domain/files/stored-file.ts';
import { renderText } from '../../guide/render-text.ts';
import type { KnownPicture } from '../../guide/render-markdown.ts';
import type { Site } from '../../site.ts';

interface RenderedPage {
  html: string;
  lead: string;
  /** The first picture in it that belongs to this site. */
  picture: ImageView | null;
}

export async function renderPage({ db }: Pick<Site, 'db'>, text: string): Promise<RenderedPage> {
  const images = await viewImages(db, filesNamedIn(text), (file) => file);
  const pictures: Record<string, KnownPicture> = {};
  for (const [{ path }, image] of images) {
    const { width, height } = image;
    if (width && height) pictures[`/files/${path}`] = { width, height, srcSet: sourceSet(image, 'webp') };
  }
  const { html, lead } = await renderText(text, { pictures });
  return { html, lead, picture: [...images.values()].find(({ width }) => width !== null) ?? null };
}

/** Adds the token to the addresses of a draft's files, which are shown only with it. */
export function withToken(html: string, token: string): string {
  return html.replaceAll(/([",]\s?)\/files\/(?=\d)/g, `$1/files/preview/${token}/`);
}

import placeholders from './bundled-placeholders.json';
import type { ImageView } from '../domain/uploads/images.ts';

/** The pictures that come with the product, for every club (product.md 9). */
export const heroImage: ImageView = { src: '/images/hero/hero.jpg', variants: '/images/hero', ...placeholders.hero };
/** The same scene for phones held upright, drawn closer: of the wide one they show a third. */
export const heroPortrait: ImageView = {
  src: '/images/hero/hero.jpg',
  variants: '/images/hero-portrait',
  width: 1350,
  height: 2250,
  blur: null,
};
export const aboutImage: ImageView = {
  src: '/images/about/about.jpg',
  variants: '/images/about',
  ...placeholders.about,
};

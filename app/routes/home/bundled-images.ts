import placeholders from './bundled-placeholders.json';
import type { ImageView } from '../../domain/files/image-view.ts';

export const heroImage: ImageView = { src: '/images/hero/hero.jpg', variants: '/images/hero', ...placeholders.hero };
/** The same scene drawn closer, for phones held upright, which would show only a third of the wide one. */
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

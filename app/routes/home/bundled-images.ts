import placeholders from './bundled-placeholders.json';
import type { ImageView } from '../../domain/files/image-view.ts';

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

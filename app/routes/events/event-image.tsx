import type { CSSProperties } from 'react';
import type { ImageView } from '../../domain/files/image-view.ts';
import { Picture } from '../../ui/picture.tsx';
import * as styles from './event-image.module.css';

interface EventImageProps {
  image: ImageView | null;
  poster: string;
  sizes: string;
  priority?: boolean;
  /** On a phone, the drawn poster has no title, because the title is beside it. */
  titleBeside?: boolean;
  className?: string | undefined;
}

const PHONE = { media: 'not all and (min-width: 40rem)', otherwise: '(min-width: 40rem)' };

const POSTER = { width: 800, height: 1000, blur: null, variants: null };

export function EventImage({
  image,
  poster,
  sizes,
  priority = false,
  titleBeside = false,
  className,
}: EventImageProps) {
  return (
    <div className={[styles.frame, className].filter(Boolean).join(' ')}>
      <Picture
        image={image ?? { src: poster, ...POSTER }}
        alt=""
        sizes={sizes}
        cut={titleBeside && !image ? { image: { src: `${poster}&wordless`, ...POSTER }, sizes, ...PHONE } : undefined}
        priority={priority}
        fallback={poster}
        className={styles.picture ?? ''}
      />
    </div>
  );
}

/** Width to height of what an event shows; undefined for an outside picture, whose size is not known. */
export function ratioOf(image: ImageView | null): number | undefined {
  if (!image) return POSTER.width / POSTER.height;
  return image.width && image.height ? image.width / image.height : undefined;
}

export function ratioStyle(ratio: number): CSSProperties & Record<`--${string}`, number> {
  return { '--ratio': ratio };
}

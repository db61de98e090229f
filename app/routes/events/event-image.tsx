import type { ImageView } from '../../domain/uploads/images.ts';
import { Picture } from '../../ui/picture.tsx';
import styles from './event-image.module.css';

interface EventImageProps {
  image: ImageView | null;
  /** Shown where there is no image, and where it cannot be loaded. */
  poster: string;
  sizes: string;
  priority?: boolean;
  className?: string;
}

/** An event's picture, whole on a blurred copy of itself: never cropped through a face or a line of text. */
export function EventImage({ image, poster, sizes, priority = false, className }: EventImageProps) {
  const shown = image ?? { src: poster, width: 800, height: 1000, blur: null, variants: null };
  return (
    <div className={[styles.frame, className].filter(Boolean).join(' ')}>
      {shown.blur && <div className={styles.backdrop} style={{ backgroundImage: `url(${shown.blur})` }} />}
      <Picture
        image={shown}
        alt=""
        sizes={sizes}
        priority={priority}
        fallback={poster}
        className={styles.picture ?? ''}
      />
    </div>
  );
}

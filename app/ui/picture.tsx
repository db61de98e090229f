import { useLayoutEffect, useRef, useState } from 'react';
import { preload } from 'react-dom';
import { sourceSet, type ImageView } from '../domain/files/image-view.ts';
import * as styles from './picture.module.css';
import { useNearViewport } from './use-near-viewport.ts';

interface PictureProps {
  image: ImageView;
  alt: string;
  sizes: string;
  cut?: Cut | undefined;
  priority?: boolean;
  /** Shown when the image cannot be loaded; null: nothing, so that what lies behind it shows. */
  fallback?: string | null;
  className?: string | undefined;
}

/** The image to show while `media` matches; `otherwise` is the opposite media query. */
export interface Cut {
  image: ImageView;
  media: string;
  otherwise: string;
  sizes: string;
}

/** A drawing that may be cropped, so it fills any frame that a picture would. */
const PLACEHOLDER = '/images/placeholder.svg';

export function Picture(props: PictureProps) {
  return <OnePicture key={props.image.src} {...props} />;
}

function OnePicture({ image, alt, sizes, cut, priority = false, fallback = PLACEHOLDER, className }: PictureProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const element = useRef<HTMLImageElement>(null);
  const near = useNearViewport(frame, priority);
  const [state, setState] = useState<'coming' | 'shown' | 'failed'>('coming');

  // An image that loaded or failed before hydration fires no event any more.
  useLayoutEffect(() => {
    const img = element.current;
    if (near && img?.complete) setState(img.naturalWidth === 0 ? 'failed' : 'shown');
  }, [near]);

  // In a browser the picture itself is there as soon as its preloading would be.
  if (import.meta.env.SSR && priority) {
    preloadVariants(image, sizes, cut?.otherwise);
    if (cut) preloadVariants(cut.image, cut.sizes, cut.media);
  }
  const failed = state === 'failed';
  if (failed && fallback === null) return null;
  const attributes = {
    width: image.width ?? undefined,
    height: image.height ?? undefined,
    loading: priority ? ('eager' as const) : ('lazy' as const),
  };
  const isPlaceholder = failed && fallback === PLACEHOLDER;
  const arriving = state === 'coming' && !priority ? styles.coming : styles.image;
  return (
    <span
      ref={frame}
      className={className ? `${styles.frame} ${className}` : styles.frame}
      style={image.blur && !failed ? { backgroundImage: `url(${image.blur})` } : undefined}
    >
      <picture>
        {near && !failed && cut && <Sources {...cut} />}
        {near && !failed && <Sources image={image} sizes={sizes} />}
        <img
          // A new element for the real image: the one that held its place has fired its events already.
          key={String(near)}
          alt={alt}
          {...attributes}
          ref={element}
          className={isPlaceholder ? styles.placeholder : near ? arriving : styles.withheld}
          src={failed ? (fallback ?? undefined) : near ? image.src : nothingOf(image)}
          fetchPriority={priority ? 'high' : undefined}
          onLoad={() => near && setState((now) => (now === 'failed' ? now : 'shown'))}
          onError={() => setState('failed')}
        />
      </picture>
      {!priority && (
        <noscript>
          <picture>
            {cut && <Sources {...cut} />}
            <Sources image={image} sizes={sizes} />
            <img alt={alt} {...attributes} className={styles.image} src={image.src} />
          </picture>
        </noscript>
      )}
    </span>
  );
}

/**
 * The width at which a picture that fills a frame of this width and aspect ratio is drawn, including what is cropped at
 * its sides.
 */
export function filling(width: string, frame: number, ratio = frame): string {
  return `calc((${width}) * ${Math.max(1, ratio / frame).toFixed(2)})`;
}

/** An `<img>` needs a `src` from the start: this one requests nothing and has the same shape. */
function nothingOf({ width, height }: ImageView): string {
  return `data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20viewBox=%220%200%20${width ?? 4}%20${height ?? 3}%22/%3E`;
}

function Sources({ image, sizes, media }: { image: ImageView; sizes: string; media?: string }) {
  if (!image.variants) return media ? <source srcSet={image.src} media={media} /> : null;
  return (
    <>
      <source type="image/avif" srcSet={sourceSet(image, 'avif')} sizes={sizes} media={media} />
      <source type="image/webp" srcSet={sourceSet(image, 'webp')} sizes={sizes} media={media} />
    </>
  );
}

function preloadVariants(image: ImageView, imageSizes: string, media: string | undefined): void {
  const imageSrcSet = sourceSet(image, 'avif');
  if (!imageSrcSet) return;
  preload(image.src, {
    as: 'image',
    type: 'image/avif',
    fetchPriority: 'high',
    imageSrcSet,
    imageSizes,
    ...(media && { media }),
  });
}

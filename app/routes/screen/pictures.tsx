import { useEffect, useRef, useState } from 'react';
import type { ScreenPicture } from '../../domain/screen.ts';
import type { ImageView } from '../../domain/files/image-view.ts';
import { usefulWidths } from '../../domain/files/variant-widths.ts';
import { useSiteFacts } from '../../ui/site-facts.ts';
import * as styles from './screen.module.css';

/** In pixels: half of a large display, and little enough for a small computer to draw smoothly. */
const WIDEST = 1280;

/** The same address for every display, which is the cached one. */
export function addressOfPicture({ src, variants, width }: ImageView): string {
  if (variants === null || width === null) return src;
  const widths = usefulWidths(width);
  return `${variants}/${widths.findLast((one) => one <= WIDEST) ?? widths[0]}.webp`;
}

/** A picture that could not be loaded is left out for this many steps. */
const STEPS_LEFT_OUT = 25;

/** Shows one picture after another. At most three are in the page: the previous, the present and the next one. */
export function Pictures({ pictures, step }: { pictures: ScreenPicture[]; step: number }) {
  const { shortName } = useSiteFacts();
  const [failedAt, setFailedAt] = useState<ReadonlyMap<string, number>>(new Map());
  const all = new Map(pictures.map((picture) => [addressOfPicture(picture.image), picture]));
  const good = [...all].filter(([src]) => step - (failedAt.get(src) ?? -Infinity) > STEPS_LEFT_OUT);
  const at = step % Math.max(1, good.length);
  const around = new Map(
    [at + 1, at - 1, at].flatMap((place) => {
      const found = good.at(place % good.length);
      return found ? [[found[0], place]] : [];
    }),
  );
  const fail = (src: string) =>
    setFailedAt((before) => new Map([...before, [src, step] as const].filter(([known]) => all.has(known))));
  const [, current] = good[at] ?? [];
  return (
    <section className={styles.pictures} aria-label="Pictures">
      {!current && <p className={styles.initials}>{shortName}</p>}
      {good
        .filter(([src]) => around.has(src))
        .map(([src, { image, title }]) => (
          <Slide
            key={src}
            src={src}
            blur={image.blur}
            alt={title}
            state={around.get(src) === at ? 'shown' : around.get(src) === at - 1 ? 'going' : 'coming'}
            onFail={() => fail(src)}
          />
        ))}
      {current?.title && (
        <p className={styles.caption} dir="auto">
          {current.title}
        </p>
      )}
    </section>
  );
}

interface SlideProps {
  src: string;
  blur: string | null;
  alt: string;
  state: 'going' | 'shown' | 'coming';
  onFail: () => void;
}

function Slide({ src, blur, alt, state, onFail }: SlideProps) {
  const image = useRef<HTMLImageElement>(null);
  // A picture that failed before hydration fires no error event any more.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) onFail();
  }, [onFail]);
  return (
    <div
      className={styles.slide}
      data-state={state}
      aria-hidden={state !== 'shown' || undefined}
      style={blur ? { backgroundImage: `url(${blur})` } : undefined}
    >
      <img ref={image} src={src} alt={alt} onError={onFail} />
    </div>
  );
}

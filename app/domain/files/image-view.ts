import { usefulWidths } from './variant-widths.ts';

/** Sizes are pixels of the original. */
export interface ImageView {
  src: string;
  width: number | null;
  height: number | null;
  blur: string | null;
  /** Variants are at `${variants}/{width}.{avif,webp}` (variant-widths.ts); null if there is only the original. */
  variants: string | null;
}

export function sourceSet({ variants, width }: ImageView, format: 'avif' | 'webp'): string | undefined {
  if (variants === null || width === null) return undefined;
  return usefulWidths(width)
    .map((one) => `${variants}/${one}.${format} ${Math.min(one, width)}w`)
    .join(', ');
}

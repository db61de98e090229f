/** Sizes are pixels of the original. */
export interface ImageView {
  src: string;
  width: number | null;
  height: number | null;
  blur: string | null;
  /** Variants are at `${variants}/{400,640,800,1280,1920}.{avif,webp}`; null: the original only. */
  variants: string | null;
}

/** Pixels: 400 for a portrait, 800 for a whole phone of two pixels to each. */
export const VARIANT_WIDTHS = [400, 640, 800, 1280, 1920] as const;

/** Those narrower than the original, and the next one above, which has the original's own width. */
export function usefulWidths(width: number): (typeof VARIANT_WIDTHS)[number][] {
  return VARIANT_WIDTHS.filter((_, at) => at === 0 || (VARIANT_WIDTHS[at - 1] ?? 0) < width);
}

export function sourceSet({ variants, width }: ImageView, format: 'avif' | 'webp'): string | undefined {
  if (variants === null || width === null) return undefined;
  return usefulWidths(width)
    .map((one) => `${variants}/${one}.${format} ${Math.min(one, width)}w`)
    .join(', ');
}

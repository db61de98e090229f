/** Sizes are pixels of the original. */
export interface ImageView {
  src: string;
  width: number | null;
  height: number | null;
  blur: string | null;
  /** Variants are at `${variants}/{400,640,800,1280,1920}.{avif,webp}`; null if there is only the original. */
  variants: string | null;
}

/** In pixels: 400 is for a portrait, 800 for a whole phone screen with two pixels to each CSS pixel. */
export const VARIANT_WIDTHS = [400, 640, 800, 1280, 1920] as const;

/** The widths below the original's, and the next one above, whose variant is as wide as the original. */
export function usefulWidths(width: number): (typeof VARIANT_WIDTHS)[number][] {
  return VARIANT_WIDTHS.filter((_, at) => at === 0 || (VARIANT_WIDTHS[at - 1] ?? 0) < width);
}

export function sourceSet({ variants, width }: ImageView, format: 'avif' | 'webp'): string | undefined {
  if (variants === null || width === null) return undefined;
  return usefulWidths(width)
    .map((one) => `${variants}/${one}.${format} ${Math.min(one, width)}w`)
    .join(', ');
}

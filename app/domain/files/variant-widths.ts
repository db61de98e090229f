/** In pixels: 400 is for a portrait, 800 for a whole phone screen with two pixels to each CSS pixel. */
export const VARIANT_WIDTHS = [400, 640, 800, 1280, 1920] as const;

export type VariantWidth = (typeof VARIANT_WIDTHS)[number];

/** The widths below the original's, and the next one above, whose variant is as wide as the original. */
export function usefulWidths(width: number): VariantWidth[] {
  return VARIANT_WIDTHS.filter((_, at) => at === 0 || (VARIANT_WIDTHS[at - 1] ?? 0) < width);
}

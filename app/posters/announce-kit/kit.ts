/** What the pictures of an announcement say. */
export interface KitWords {
  title: string;
  /** '': nobody is named. */
  presenter: string;
  /** A line each: day and hours, or beginning and end. */
  when: string[];
  place: string;
  /** Above the title. */
  mark: 'CANCELLED' | 'TENTATIVE' | null;
  clubName: string;
  /** The address of the event's page. */
  address: string;
}

export interface KitContent extends KitWords {
  /** The event's key, which decides its colours and the forms of its drawn poster. */
  key: string;
  /** #rrggbb. */
  accent: string;
  /** An image's bytes; null or unreadable: the poster's forms. */
  picture: Uint8Array | null;
}

export const SHEETS = ['poster', 'square', 'story', 'slide'] as const;

export type SheetName = (typeof SHEETS)[number];

export const KIT_FILES = ['poster.pdf', 'poster.png', 'square.png', 'story.png', 'slide.png'] as const;

/** The poster's PNG is its preview. */
export type KitFile = (typeof KIT_FILES)[number];

/** A4 in points; the others in pixels. */
export const SIZES: Record<SheetName, { width: number; height: number }> = {
  poster: { width: 595.28, height: 841.89 },
  square: { width: 1080, height: 1080 },
  story: { width: 1080, height: 1920 },
  slide: { width: 1920, height: 1080 },
};

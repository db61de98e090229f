/** The texts in the pictures of an announcement. */
export interface KitWords {
  title: string;
  /** Empty if nobody is named. */
  presenter: string;
  /** One or two lines: the day and hours, or the beginning and the end. */
  when: string[];
  place: string;
  /** Stands above the title. */
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
  /** The bytes of an image. If null or unreadable, the poster's forms are drawn instead. */
  picture: Uint8Array | null;
}

export const SHEETS = ['poster', 'square', 'story', 'slide'] as const;

export type SheetName = (typeof SHEETS)[number];

export const KIT_FILES = ['poster.pdf', 'poster.png', 'square.png', 'story.png', 'slide.png'] as const;

/** The PNG of the poster is its preview. */
export type KitFile = (typeof KIT_FILES)[number];

/** The A4 sheet in points, the others in pixels. */
export const SIZES: Record<SheetName, { width: number; height: number }> = {
  poster: { width: 595.28, height: 841.89 },
  square: { width: 1080, height: 1080 },
  story: { width: 1080, height: 1920 },
  slide: { width: 1920, height: 1080 },
};

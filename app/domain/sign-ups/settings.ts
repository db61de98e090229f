/** The most places that a form can have. */
export const MOST_PLACES = 100_000;

/** How many hours before its beginning an event can remind those who come. */
export const REMIND_HOURS = [2, 24] as const;

export function isPlaces(places: number): boolean {
  return Number.isInteger(places) && places >= 1 && places <= MOST_PLACES;
}

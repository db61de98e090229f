export const MOST_PLACES = 100_000;

export function isPlaces(places: number): boolean {
  return Number.isInteger(places) && places >= 1 && places <= MOST_PLACES;
}

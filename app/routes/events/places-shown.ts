import { placesOf, type Dependency } from '../../domain/dependency.ts';

/** What a page with cards depends on besides its topics: the places of the events whose `lines` it shows. */
export function placesShown(_params: unknown, loaderData: unknown): Dependency[] {
  if (typeof loaderData !== 'object' || loaderData === null || !('lines' in loaderData)) return [];
  return Object.keys(loaderData.lines ?? {}).flatMap(placesOf);
}

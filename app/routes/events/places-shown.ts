import { placesOf, type Dependency } from '../../domain/dependency.ts';

/** A page with cards also depends on the places of the events whose `lines` it shows. */
export function placesShown(_params: unknown, loaderData: unknown): Dependency[] {
  if (typeof loaderData !== 'object' || loaderData === null || !('lines' in loaderData)) return [];
  return Object.keys(loaderData.lines ?? {}).flatMap(placesOf);
}

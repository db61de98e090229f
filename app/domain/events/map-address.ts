interface Maps {
  /** It has {place} where the words go. */
  search: string;
  /** What is added to a place, because no map finds a room by its name alone. */
  near: string;
}

export const USUAL_MAP = 'https://www.openstreetmap.org/search?query={place}';

const NOWHERE = /^(online|virtual|remote|zoom|tb[acd]|to be (announced|confirmed|decided|determined))\b/i;

/** null if the location is no place. A web address is taken as it is. */
export function mapAddress(location: string, { search, near }: Maps): string | null {
  const place = location.trim().toWellFormed();
  if (place === '' || NOWHERE.test(place)) return null;
  if (/^https?:\/\/\S+$/i.test(place) && URL.canParse(place)) return place;
  const words = place.toLowerCase().includes(near.toLowerCase()) ? place : `${place}, ${near}`;
  return search.replace('{place}', () => encodeURIComponent(words));
}

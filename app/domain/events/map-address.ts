interface Maps {
  /** With {place} where the words go. */
  search: string;
  /** A room's name alone is found nowhere. */
  near: string;
}

export const USUAL_MAP = 'https://www.openstreetmap.org/search?query={place}';

const NOWHERE = /^(online|virtual|remote|zoom|tb[acd]|to be (announced|confirmed|decided|determined))\b/i;

/** null for what is at no place. An address of the web is taken as it is. */
export function mapAddress(location: string, { search, near }: Maps): string | null {
  const place = location.trim().toWellFormed();
  if (place === '' || NOWHERE.test(place)) return null;
  if (/^https?:\/\/\S+$/i.test(place) && URL.canParse(place)) return place;
  const words = place.toLowerCase().includes(near.toLowerCase()) ? place : `${place}, ${near}`;
  return search.replace('{place}', () => encodeURIComponent(words));
}

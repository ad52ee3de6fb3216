/** Address to look up on a map: the place itself if it is one, else that of the school; undefined if neither is known. */
export function addressOf(place: string | null, schoolAddress?: string): string | undefined {
  if (place === null) return undefined
  return isOnMap(place) ? place : schoolAddress
}

/** Whether a map finds the place: it holds a postcode, or a street with a number, unlike a room of the school. */
const isOnMap = (place: string): boolean =>
  /\b[1-9]\d{3} ?[A-Z]{2}\b|(straat|weg|laan|plein|kade|gracht|singel|dreef|dijk|hof|park|markt) \d/i.test(place)

/**
 * The address that a map leads to for a place: the place itself, or for a room that of the school, where it says so.
 * Undefined where a map would find nothing.
 */
export function addressOf(place: string | null, schoolAddress?: string): string | undefined {
  if (place === null) return undefined
  return isAddress(place) ? place : schoolAddress
}

/** Whether a map finds the place: it holds a postcode, or a street with a number, unlike a room of the school. */
const isAddress = (place: string): boolean =>
  /\b[1-9]\d{3} ?[A-Z]{2}\b|(straat|weg|laan|plein|kade|gracht|singel|dreef|dijk|hof|park|markt) \d/i.test(place)

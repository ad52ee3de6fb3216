/** Whether a map finds the place: it holds a postcode, or a street with a number, unlike a room of the school. */
export const isAddress = (place: string): boolean =>
  /\b[1-9]\d{3} ?[A-Z]{2}\b|(straat|weg|laan|plein|kade|gracht|singel|dreef|dijk|hof|park|markt) \d/i.test(place)

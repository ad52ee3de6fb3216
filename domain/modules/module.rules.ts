/** Control characters, halves of characters, and what changes the direction of writing. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** A description is one line behind the name; what nobody can see in it goes. */
export const tidyDescription = (description: string): string =>
  description.normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()

/** A module as people choose it: 'ALG1 - Algebra 1'; its name alone while nobody has described it. */
export const moduleLabel = ({ name, description }: { name: string; description: string }): string =>
  description === '' ? name : `${name} - ${description}`

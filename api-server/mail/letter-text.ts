import type { AddressedLetter } from './letter.ts'

/** For programs that show plain text. The link stands on a line of its own, where no program breaks it. */
export const letterText = ({ firstName, letter }: AddressedLetter): string =>
  [
    greeting(firstName),
    ...letter.paragraphs,
    ...(letter.action ? [`${letter.action.label}:\n${letter.action.href}`] : []),
    ...letter.afterwards,
    SIGNATURE,
  ].join('\n\n')

export const greeting = (firstName: string): string => (firstName === '' ? 'Hallo,' : `Hallo ${firstName},`)

/** '-- ' and a line break: mail programs fold what follows (RFC 3676). */
const SIGNATURE = '-- \nWiskunde inschrijven\nDit is een automatisch bericht. Je kunt er niet op antwoorden.\n'

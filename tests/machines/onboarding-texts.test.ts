import { expect, it } from 'vitest'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { confirmedText, failureText } from '#src/onboarding/onboarding.texts.ts'

const refusal = (status: number, reason: string) => new ApiError({ status, reason })

it.each([
  [
    'loading',
    new NetworkError(),
    'Deze stap kon niet worden geladen. Er kwam geen antwoord van de server. Controleer je internetverbinding en probeer het opnieuw.',
  ],
  [
    'saving',
    refusal(503, 'unavailable'),
    'Opslaan is niet gelukt. De server kan je aanvraag nu niet aan. Probeer het zo meteen opnieuw.',
  ],
  ['saving', refusal(422, 'name-missing'), 'Opslaan is niet gelukt. Vul hier je naam in.'],
  [
    'saving',
    refusal(422, 'education-department-unavailable'),
    'Opslaan is niet gelukt. Deze studierichting kun je niet (meer) kiezen. Kies een andere.',
  ],
  [
    'confirming',
    refusal(422, 'information-incomplete'),
    'Bevestigen is niet gelukt. Vul eerst je naam in en kies een studierichting.',
  ],
  [
    'confirming',
    refusal(500, 'internal-error'),
    'Bevestigen is niet gelukt. Probeer het opnieuw; blijft het misgaan, vraag dan je docent wiskunde.',
  ],
  [
    'loading',
    new Error('no link'),
    'Deze stap kon niet worden geladen. Probeer het opnieuw; blijft het misgaan, vraag dan je docent wiskunde.',
  ],
] as const)('a failure while %s by %s says what to do', (during, error, text) => {
  expect(failureText({ during, error })).toBe(text)
})

it.each([
  [0, 'Je gegevens zijn bevestigd. Je kunt je nu inschrijven voor toetsen.'],
  [1, 'Je gegevens zijn bevestigd en je bent automatisch ingeschreven voor 1 toets.'],
  [3, 'Je gegevens zijn bevestigd en je bent automatisch ingeschreven voor 3 toetsen.'],
])('a confirmation that made %i enrollments says so', (made, text) => {
  expect(confirmedText(made)).toBe(text)
})

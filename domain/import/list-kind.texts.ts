import { counted, dottedNumber } from '#domain/entities/counts.texts.ts'
import type { Outcome } from './list-kind.ts'

export const listLines = (count: number): string => counted(count, 'regel', 'regels')

export const cellErrorText = (error: string): string =>
  /^#|^Err/i.test(error)
    ? `Ergens op deze regel staat ‘${error}’: een formule die mislukt is. Die cel telt als leeg.`
    : `Ergens op deze regel staat ‘${error}’: zo schrijft een programma dat er niets is. Die cel telt als leeg.`
export const repeatedText = (line: string): string => `Staat ook op regel ${line}. Telt één keer.`
export const totalText = 'Dit is een totaal, en niet een regel van de lijst.'
export const shiftedText =
  'Heeft meer kolommen dan de eerste regel. Zet tekst met een scheidingsteken tussen aanhalingstekens.'

/** '12 modules importeren en 3 bijwerken', '12 modules zijn geïmporteerd en 3 bijgewerkt.' */
export const outcomeTexts = (one: string, many: string) => ({
  importing: ({ added, changed }: Outcome): string =>
    [
      added > 0 && `${counted(added, one, many)} importeren`,
      changed > 0 && `${added > 0 ? dottedNumber(changed) : counted(changed, one, many)} bijwerken`,
    ]
      .filter(Boolean)
      .join(' en '),
  done: ({ added, changed }: Outcome): string => {
    const are = (count: number) => `${counted(count, one, many)} ${count === 1 ? 'is' : 'zijn'}`
    if (added === 0) return `${are(changed)} bijgewerkt.`
    return `${are(added)} geïmporteerd${changed > 0 ? ` en ${dottedNumber(changed)} bijgewerkt` : ''}.`
  },
  changed: (count: number): string => `${listLines(count)} ${count === 1 ? 'werkt' : 'werken'} iets bij`,
})

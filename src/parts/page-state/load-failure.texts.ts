import { ApiError } from '#src/api/api-error.ts'
import { type FailureKind, idText, kindOfFailure } from '#src/api/failure.texts.ts'

const busy = {
  title: 'Het is nu erg druk',
  advice: 'De server kan je aanvraag even niet aan. Wacht een halve minuut en probeer het dan opnieuw.',
}

const failureTexts = {
  unreachable: {
    title: 'Geen verbinding met de server',
    advice:
      'Controleer of je internet hebt. Zodra er weer verbinding is, verschijnt deze pagina vanzelf. Je blijft ingelogd.',
  },
  throttled: busy,
  busy,
  gone: {
    title: 'Dit is er niet (meer)',
    advice: 'Misschien heeft iemand anders het verwijderd, of klopt het adres niet.',
  },
  broken: {
    title: 'Deze pagina kon niet worden geladen',
    advice: 'Er is iets misgegaan bij het ophalen. Probeer het opnieuw; blijft het misgaan, vraag dan',
  },
} satisfies Record<FailureKind, { title: string; advice: string }>

interface WordsOfScreen {
  whatFailed?: string | undefined
  /** that there is no such record */
  gone?: string | undefined
  /** who is asked when nothing helps */
  helper?: string | undefined
  /** whether the connection is gone */
  isGone?: boolean
}

/** What could not be done, in the words of the screen where it has any, and below it why, and what to do. */
export function loadFailureText(
  error: unknown,
  { whatFailed, gone, helper, isGone }: WordsOfScreen,
): { title: string; text: string } {
  const kind = kindOfFailure(error, isGone)
  const { title } = failureTexts[kind]
  const advice = adviceOn(error, helper, isGone)
  if (!whatFailed) return { title, text: advice }
  if (kind === 'gone' && gone) return { title: whatFailed, text: gone }
  return { title: whatFailed, text: kind === 'broken' ? advice : `${title}. ${advice}` }
}

/** What to do, and for what nobody foresaw whom to ask, and the words by which it is found in the server's log. */
function adviceOn(error: unknown, helper = 'je docent', isGone = false): string {
  const kind = kindOfFailure(error, isGone)
  const { advice } = failureTexts[kind]
  if (kind !== 'broken') return advice
  return `${advice} ${helper}.${idText(error instanceof ApiError ? error.requestId : null)}`
}

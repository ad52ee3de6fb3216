import { ApiError } from '#src/api/api-error.ts'
import { isFromGateway, NetworkError } from '#src/api/network-error.ts'

type Failure = 'unreachable' | 'busy' | 'gone' | 'broken'

/** `isGone`: the server is known to be away, so what else went wrong, such as loading the code of a screen, is by that. */
export function kindOfFailure(error: unknown, isGone = false): Failure {
  if (error instanceof NetworkError || isFromGateway(error)) return 'unreachable'
  if (!(error instanceof ApiError)) return isGone ? 'unreachable' : 'broken'
  if (error.status === 404) return 'gone'
  return error.status === 503 || error.status === 429 ? 'busy' : 'broken'
}

const failureTexts = {
  unreachable: {
    title: 'Geen verbinding met de server',
    advice:
      'Controleer of je internet hebt. Zodra er weer verbinding is, verschijnt deze pagina vanzelf. Je blijft ingelogd.',
  },
  busy: {
    title: 'Het is nu erg druk',
    advice: 'De server kan je aanvraag even niet aan. Wacht een halve minuut en probeer het dan opnieuw.',
  },
  gone: {
    title: 'Dit is er niet (meer)',
    advice: 'Misschien heeft iemand anders het verwijderd, of klopt het adres niet.',
  },
  broken: {
    title: 'Deze pagina kon niet worden geladen',
    advice: 'Er is iets misgegaan bij het ophalen. Probeer het opnieuw; blijft het misgaan, vraag dan',
  },
} satisfies Record<Failure, { title: string; advice: string }>

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
  const id = error instanceof ApiError ? error.requestId : null
  return `${advice} ${helper}.${id === null ? '' : ` Noem dan dit kenmerk: ${id}`}`
}

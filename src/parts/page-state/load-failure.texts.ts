import { ApiError } from '#src/api/api-error.ts'
import { NetworkError } from '#src/api/network-error.ts'

type Failure = 'unreachable' | 'busy' | 'broken'

export function kindOfFailure(error: unknown): Failure {
  if (error instanceof NetworkError) return 'unreachable'
  return error instanceof ApiError && (error.status === 503 || error.status === 429) ? 'busy' : 'broken'
}

export const failureTexts = {
  unreachable: {
    title: 'Geen verbinding met de server',
    advice:
      'Controleer of je internet hebt. Zodra er weer verbinding is, verschijnt deze pagina vanzelf. Je blijft ingelogd.',
  },
  busy: {
    title: 'Het is nu erg druk',
    advice: 'De server kan je aanvraag even niet aan. Wacht een halve minuut en probeer het dan opnieuw.',
  },
  broken: {
    title: 'Deze pagina kon niet worden geladen',
    advice: 'Er is iets misgegaan bij het ophalen. Probeer het opnieuw; blijft het misgaan, vraag dan je docent.',
  },
} satisfies Record<Failure, { title: string; advice: string }>

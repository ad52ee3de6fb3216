import type { FailureKind } from '#src/api/failure.texts.ts'

const busy = {
  title: 'Het is nu erg druk',
  advice: 'De server kan je aanvraag even niet aan. Wacht een halve minuut en probeer het dan opnieuw.',
}

export const failureTexts = {
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

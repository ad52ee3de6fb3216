import type { RefusalKind } from './refusal.rules.ts'

export const refusalTexts = {
  invalid_client: {
    what: 'Client-id, geheim of sleutel klopte niet.',
    advice: 'Laat de leverancier het geheim nakijken. Is het kwijt, vernieuw het dan.',
  },
  invalid_scope: {
    what: 'Vroeg een token voor meer dan dit systeem mag.',
    advice: 'Geef het recht erbij, of laat de leverancier om minder vragen.',
  },
  invalid_request: { what: 'De vraag om een token was niet te lezen.', advice: 'Laat de leverancier dit nakijken.' },
  unsupported_grant_type: {
    what: 'Vroeg een ander soort token.',
    advice: 'Laat de leverancier client_credentials instellen.',
  },
  unauthorized: { what: 'Het token was verlopen of ongeldig.', advice: 'Laat de leverancier een nieuw token vragen.' },
  forbidden: {
    what: 'Dit systeem mag dat niet.',
    advice: 'Heeft het dit nodig? Geef het recht dan bij ‘Dit systeem mag’.',
  },
  'bad-request': {
    what: 'De vraag was niet te begrijpen.',
    advice: 'Laat de leverancier de parameters nakijken met de beschrijving van de koppeling.',
  },
  'not-found': {
    what: 'Dit bestaat hier niet, of niet meer.',
    advice: 'Laat het systeem zijn gegevens opnieuw ophalen.',
  },
  'method-not-allowed': { what: 'Dat kan hier niet met deze methode.', advice: 'Uitslagen gaan met PATCH.' },
  'version-not-acceptable': {
    what: 'Vroeg een andere versie van de Open Onderwijs API.',
    advice: 'Laat de leverancier versie 6.0 instellen.',
  },
  conflict: {
    what: 'Er staat al een andere uitslag.',
    advice: 'Alleen een docent kan die wijzigen, in het raster.',
  },
  'payload-too-large': { what: 'Het bericht was te groot.', advice: 'Laat het systeem één uitslag per keer sturen.' },
  'unsupported-media-type': {
    what: 'Het bericht had het verkeerde type.',
    advice: 'Laat de leverancier application/merge-patch+json sturen.',
  },
  unprocessable: {
    what: 'Deze uitslag of aanwezigheid kan niet.',
    advice: 'De reden staat in het antwoord aan het andere systeem. Laat de leverancier die opzoeken.',
  },
  'too-many-requests': {
    what: 'Vroeg te veel achter elkaar.',
    advice: 'Laat het systeem wachten zo lang als we vragen.',
  },
  'internal-error': { what: 'Er ging hier iets mis.', advice: 'De beheerder van de server vindt het in de log.' },
  unavailable: { what: 'We konden even niet antwoorden.', advice: 'Het systeem mag het opnieuw proberen.' },
} satisfies Record<RefusalKind, { what: string; advice: string }>

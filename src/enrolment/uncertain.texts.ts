/** What a person reads when an answer of the server got lost. */
export const uncertainTexts = {
  notEnrolled: 'De server gaf geen antwoord en je staat niet op de lijst. Probeer opnieuw je in te schrijven.',
  stillEnrolled: 'De server gaf geen antwoord en je staat nog op de lijst. Probeer opnieuw je uit te schrijven.',
  perhapsEnrolled:
    'De verbinding viel weg: we weten niet of je bent ingeschreven. Kijk het na in de lijst zodra je weer verbinding hebt.',
  perhapsUnenrolled:
    'De verbinding viel weg: we weten niet of je bent uitgeschreven. Kijk het na in de lijst zodra je weer verbinding hebt.',
  listsOutdated: 'De lijst kon niet worden ververst en is misschien verouderd.',
}

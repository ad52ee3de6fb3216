import { type ConnectionRefusal, type ConnectionScope, MOST_CONNECTIONS } from './connection.rules.ts'

export const connectionScopeTexts = {
  'offerings.read': {
    label: 'Toetsen lezen',
    hint: 'Schooljaren, studierichtingen, modules en toetsmomenten. Geen personen.',
  },
  'persons.read': {
    label: 'Studenten lezen',
    hint: 'Namen, e-mailadressen en studentnummers van alle studenten.',
  },
  'associations.read': {
    label: 'Inschrijvingen lezen',
    hint: 'Wie welke toets maakt, en wie er was.',
  },
  'results.read': {
    label: 'Uitslagen lezen',
    hint: 'Alleen uitslagen die je hebt gepubliceerd.',
  },
  'results.write': {
    label: 'Uitslagen sturen',
    hint: 'Uitslagen komen als concept in het raster, met de naam van dit systeem. Aanwezigheid telt waar niemand afvinkte.',
  },
  needs: {
    label: 'Extra tijd lezen',
    hint: 'Wie extra tijd heeft. Geef dit alleen als het systeem niet zonder kan.',
  },
} satisfies Record<ConnectionScope, { label: string; hint: string }>

export const publishesText = {
  label: 'Publiceert zelf',
  hint: 'Studenten zien een uitslag meteen, met alles wat daarbij hoort: de module is gehaald, en andere inschrijvingen daarvoor vervallen. Laat dit uit als een docent eerst wil kijken.',
} as const

export const connectionRefusalTexts = {
  'connection-scopeless': 'Kies wat dit systeem mag doen.',
  'connection-key-unusable': 'Dit is geen openbare sleutel die we kennen. Plak de sleutel als JWK of PEM.',
  'connections-full': `Er zijn al ${MOST_CONNECTIONS} koppelingen in gebruik. Trek er eerst een in.`,
} satisfies Record<ConnectionRefusal, string>

import { counted, countedEnrollments, dottedNumber } from '#domain/entities/counts.texts.ts'
import type { UserObstacle } from '#domain/users/user-act.rules.ts'
import type { PlannedUser, UserAct } from '#domain/users/user-act.schema.ts'

const usersCounted = (count: number): string => counted(count, 'gebruiker', 'gebruikers')

/** Numbers of enrollments that end and that are made, for all users together. */
export interface Totals {
  users: number
  ends: number
  makes: number
  results: number
  waits: number
}

const sum = (people: readonly PlannedUser[], of: 'ends' | 'makes' | 'results') =>
  people.reduce((total, person) => total + (person[of] ?? 0), 0)

export const totalsOf = (people: readonly PlannedUser[], waits: number): Totals => ({
  users: people.length,
  ends: sum(people, 'ends'),
  makes: sum(people, 'makes'),
  results: sum(people, 'results'),
  waits,
})

interface ActTexts {
  title: string
  confirm: (users: number) => string
  plan: (totals: Totals) => string[]
  nothing: string
  busy: string
  done: (users: number) => string
}

const seenAtOnce = 'In de app zien ze het meteen; wie e-mails over inschrijvingen wil, krijgt er een.'

export const userActTexts: Record<UserAct['kind'], ActTexts> = {
  invite: {
    title: 'Activatiemail sturen',
    confirm: (users) => `Sturen aan ${usersCounted(users)}`,
    plan: ({ users }) => [
      `${usersCounted(users)} ${users === 1 ? 'krijgt' : 'krijgen'} een e-mail met een link om een wachtwoord te kiezen. De link werkt 14 dagen; oudere activatielinks vervallen.`,
      ...(users > 50 ? ['De e-mails gaan rustig achter elkaar, na alle andere post. Dat kan even duren.'] : []),
    ],
    nothing: 'Aan niemand van hen kan nu een activatiemail worden gestuurd.',
    busy: 'Bezig met klaarzetten',
    done: (users) => `${counted(users, 'activatiemail staat', 'activatiemails staan')} klaar om te worden verstuurd.`,
  },
  department: {
    title: 'Studierichting geven',
    confirm: (users) => `${usersCounted(users)} wijzigen`,
    plan: ({ users, ends, makes, waits }) => [
      `${usersCounted(users)} ${users === 1 ? 'krijgt' : 'krijgen'} deze studierichting.`,
      ...(ends > 0
        ? [
            `${countedEnrollments(ends)} ${ends === 1 ? 'vervalt' : 'vervallen'}, voor modules die deze richting niet heeft.`,
          ]
        : []),
      ...(makes > 0 ? [`${countedEnrollments(makes)} ${makes === 1 ? 'wordt' : 'worden'} automatisch gemaakt.`] : []),
      ...(waits > 0 ? [`${counted(waits, 'student gaat', 'studenten gaan')} van een wachtlijst af.`] : []),
      ...(ends + makes > 0 ? [seenAtOnce] : []),
    ],
    nothing: 'Aan niemand van hen kan deze studierichting worden gegeven.',
    busy: 'Bezig met wijzigen',
    done: (users) => `${usersCounted(users)} ${users === 1 ? 'heeft' : 'hebben'} nu deze studierichting.`,
  },
  'class-group': {
    title: 'Klas wijzigen',
    confirm: (users) => `${usersCounted(users)} wijzigen`,
    plan: ({ users }) => [`Bij ${usersCounted(users)} wijzigt de klas. Niemand krijgt hier een bericht van.`],
    nothing: 'Bij niemand van hen kan deze klas worden ingevuld.',
    busy: 'Bezig met wijzigen',
    done: (users) => `Bij ${usersCounted(users)} is de klas gewijzigd.`,
  },
  delete: {
    title: 'Gebruikers verwijderen',
    confirm: (users) => `${usersCounted(users)} verwijderen`,
    plan: ({ users, ends, results }) => [
      `${counted(users, 'account wordt', 'accounts worden')} verwijderd, met alles wat daarbij hoort.`,
      ends === 0
        ? 'Inschrijvingen zijn er niet.'
        : `Ook ${countedEnrollments(ends)} van dit en eerdere schooljaren${results > 0 ? ` en ${counted(results, 'uitslag', 'uitslagen')}` : ''} ${ends + results === 1 ? 'gaat' : 'gaan'} verloren.`,
      'Wie wordt verwijderd, wordt overal uitgelogd en krijgt hier geen bericht van.',
      'Dit kan niet ongedaan worden gemaakt.',
    ],
    nothing: 'Niemand van hen kan worden verwijderd.',
    busy: 'Bezig met verwijderen',
    done: (users) => `${usersCounted(users)} verwijderd.`,
  },
  message: {
    title: 'Bericht sturen',
    confirm: (users) => `Bericht schrijven aan ${usersCounted(users)}`,
    plan: ({ users }) => [
      `Het bericht gaat naar ${counted(users, 'student', 'studenten')}. Je schrijft het in de volgende stap.`,
    ],
    nothing: 'Een bericht kan alleen naar studenten. Onder hen is er geen.',
    busy: '',
    done: () => '',
  },
}

export const userProgressTexts = {
  already: (users: number) => `Bij ${usersCounted(users)} was het al zo.`,
  progress: (settled: number, total: number) => `${dottedNumber(settled)} van ${usersCounted(total)} afgehandeld`,
  remarked: (users: number) => `Bij ${usersCounted(users)} kon het niet.`,
  stopped: (left: number) => `Gestopt. Bij ${usersCounted(left)} is nog niets gedaan; wat gedaan is, blijft zo.`,
}

export const actTexts = {
  ticked: (count: number) => (count === 0 ? '' : `${usersCounted(count)} aangevinkt`),
  tickAll: (count: number) => `Alle ${dottedNumber(count)} die voldoen aanvinken`,
  tooMany: (most: number) =>
    `Kies hoogstens ${dottedNumber(most)} gebruikers tegelijk. Maak de lijst kleiner met filters.`,
  previewFailed: 'Controleren mislukt',
  alreadySo: (count: number) => `Bij ${usersCounted(count)} is het al zo.`,
  refused: (count: number) => `Bij ${usersCounted(count)} kan het niet.`,
  inviteAll: 'Activatiemail sturen aan iedereen die nog niet geactiveerd is',
  inviteShown: (count: number) =>
    `Activatiemail sturen aan ${count === 1 ? 'deze gebruiker' : `deze ${usersCounted(count)}`}`,
  chooseDepartment: 'Kies een studierichting',
  chooseClassGroup: 'Kies een klas',
  noClassGroup: 'Geen klas',
  summary: 'Bij wie niet, en waarom',
  caption: 'Bij wie het niet kan',
} as const

export const userObstacleTexts = {
  'not-found': 'Dit account is er niet meer.',
  'account-activated': 'Dit account is al geactiveerd.',
  'no-student': 'Dit is geen student.',
  'department-unavailable': 'Deze studierichting is er niet (meer), of is gearchiveerd.',
  'own-account': 'Dit is je eigen account. Alleen een collega kan het verwijderen.',
  'ends-more': 'Er zijn inschrijvingen bij gekomen. Bekijk opnieuw wat er verloren gaat.',
} satisfies Record<UserObstacle, string>

/** For users who already have the requested state. */
export const alreadyTexts = {
  invite: 'Kreeg net al een activatiemail.',
  department: 'Heeft deze studierichting al.',
  'class-group': 'De klas is al zo.',
  delete: 'Dit account is er niet meer.',
  message: '',
} satisfies Record<UserAct['kind'], string>

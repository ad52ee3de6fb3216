import type { ReadAt } from '#domain/calendar/date-labels.ts'
import { distinctLabels } from '#domain/calendar/distinct-labels.ts'
import type { EnrollmentsMade } from '#domain/enrollments/listed-enrollment.schema.ts'
import { roleTexts } from '#domain/users/user.texts.ts'
import type { Consequences } from './consequence.schema.ts'

const students = (count: number) => (count === 1 ? '1 student' : `${count} studenten`)
const enrollments = (count: number) => (count === 1 ? '1 inschrijving' : `${count} inschrijvingen`)

/** Sentences of the question before a change. A message that is offered beside it is mentioned there. */
export const consequenceTexts = (consequences: Consequences, readAt: ReadAt = 'any-time'): string[] => [
  ...(consequences.deletes_user ? deletionTexts(consequences) : lossTexts(consequences)),
  ...(consequences.activates_schoolyear ? activationTexts(consequences) : []),
  ...(consequences.deactivates_schoolyear ? deactivationTexts(consequences) : []),
  ...automaticTexts(consequences, readAt),
  ...momentTexts(consequences),
  ...givenRoleTexts(consequences),
  ...(consequences.message_sent_before
    ? [
        `Ditzelfde bericht ging al naar dezelfde groep: ${consequences.message_sent_before}.`,
        'Als je doorgaat, krijgen zij het nog een keer.',
      ]
    : []),
]

function lossTexts(consequences: Consequences): string[] {
  const { enrollments_deleted: deleted, students_concerned } = consequences
  const verb = deleted === 1 ? 'wordt' : 'worden'
  return [
    ...(deleted > 0 ? [`Er ${verb} ${enrollments(deleted)} van ${students(consequences.students)} verwijderd.`] : []),
    ...waitTexts(consequences),
    ...chairTexts(consequences),
    ...(consequences.opens_all_modules
      ? ['Het toetsmoment heeft daarna geen modules meer. Inschrijven kan dan voor alle modules.']
      : []),
    ...departmentTexts(consequences),
    ...(consequences.offers_nothing
      ? ['De studierichting heeft daarna geen modules meer. Haar studenten kunnen zich dan nergens voor inschrijven.']
      : []),
    ...(consequences.last_testmoment ? ['Het schooljaar heeft daarna geen toetsmomenten meer.'] : []),
    ...(consequences.deletes_module ? ['Dit kan niet ongedaan worden gemaakt. De naam is daarna weer vrij.'] : []),
    ...(consequences.deletes_testmoment
      ? [...(deleted === 0 ? ['Er is niemand ingeschreven.'] : []), 'Dit kan niet ongedaan worden gemaakt.']
      : []),
    ...(deleted > 0 && !students_concerned
      ? ['Studenten krijgen hier geen melding van; in de app zien ze het meteen.']
      : []),
  ]
}

const departmentTexts = ({ departments_losing = [] }: Consequences): string[] => {
  if (departments_losing.length === 0) return []
  const named = new Intl.ListFormat('nl', { type: 'conjunction' }).format(departments_losing)
  return [
    departments_losing.length === 1
      ? `De module gaat ook weg bij studierichting ${named}.`
      : `De module gaat ook weg bij de studierichtingen ${named}.`,
  ]
}

function waitTexts({ waits_ended, deletes_testmoment }: Consequences): string[] {
  if (!waits_ended) return []
  const [wait, lose] = waits_ended === 1 ? ['wacht', 'verliest'] : ['wachten', 'verliezen']
  const waiting = deletes_testmoment
    ? `${students(waits_ended)} ${wait} daar op een plaats.`
    : `${students(waits_ended)} ${lose} een plaats op de wachtlijst.`
  return [`${waiting} ${waits_ended === 1 ? 'Die krijgt' : 'Zij krijgen'} daar bericht van.`]
}

function chairTexts({ chairs_lost, chairs_published }: Consequences): string[] {
  if (!chairs_lost) return []
  const [lose, get] = chairs_lost === 1 ? ['verliest', 'krijgt'] : ['verliezen', 'krijgen']
  const lost = `${students(chairs_lost)} ${lose} de plaats in een lokaal`
  return [`${lost}${chairs_published ? ` en ${get} daar bericht van` : ''}. Verdeel daarna de rest.`]
}

const results = (count: number) => (count === 1 ? '1 uitslag' : `${count} uitslagen`)

/** 'Daarbij gaan 3 uitslagen verloren, waarvan 2 gepubliceerd.' */
function lostResultsText({ results_deleted: lost = 0, results_published: published = 0 }: Consequences): string[] {
  if (lost === 0) return []
  const known =
    published === 0
      ? 'nog niet gepubliceerd'
      : published === lost
        ? 'al gepubliceerd'
        : `waarvan ${published} gepubliceerd`
  return [`Daarbij ${lost === 1 ? 'gaat' : 'gaan'} ${results(lost)} verloren, ${known}.`]
}

const deletionTexts = (consequences: Consequences): string[] => [
  consequences.enrollments_deleted === 0
    ? 'Alles van deze gebruiker wordt verwijderd. Inschrijvingen zijn er niet.'
    : `Alles van deze gebruiker wordt verwijderd, ook ${enrollments(consequences.enrollments_deleted)} van dit en eerdere schooljaren.`,
  ...lostResultsText(consequences),
  'De gebruiker wordt overal uitgelogd en krijgt hier geen bericht van.',
  'Dit kan niet ongedaan worden gemaakt.',
]

function activationTexts({
  schoolyear_replaced,
  testmoments_shown = 0,
  enrollments_hidden = 0,
  students_hidden = 0,
}: Consequences): string[] {
  const see = (moments: string) =>
    `Alle studenten zien vanaf dan ${moments} van dit schooljaar. Ze krijgen hier geen melding van.`
  return [
    ...(schoolyear_replaced === undefined ? [] : [`Schooljaar ${schoolyear_replaced} is dan niet meer actief.`]),
    ...hiddenTexts({ enrollments_hidden, students_hidden }, 'Daar'),
    testmoments_shown === 0
      ? 'Dit schooljaar heeft nog geen toetsmomenten: studenten zien dan niets om te kiezen. Ze krijgen hier geen melding van.'
      : see(testmoments_shown === 1 ? 'het ene toetsmoment' : `de ${testmoments_shown} toetsmomenten`),
  ]
}

const deactivationTexts = (consequences: Consequences): string[] => [
  'Er is dan geen actief schooljaar: studenten zien geen toetsmomenten. Ze krijgen hier geen melding van.',
  ...hiddenTexts(consequences, 'In dit schooljaar'),
]

const hiddenTexts = (
  { enrollments_hidden = 0, students_hidden = 0 }: Pick<Consequences, 'enrollments_hidden' | 'students_hidden'>,
  where: string,
): string[] =>
  enrollments_hidden === 0
    ? []
    : [
        `${where} ${enrollments_hidden === 1 ? 'staat' : 'staan'} nog ${enrollments(enrollments_hidden)} van ${students(students_hidden)} voor toetsmomenten die nog komen. Studenten zien die dan niet meer; ze komen terug als je dat schooljaar weer activeert.`,
      ]

function automaticTexts(
  { automatic_on, enrollments_made, students_enrolled = 0, ...full }: Consequences,
  readAt: ReadAt,
): string[] {
  const unseated = withoutSeatText(full, readAt)
  if (!automatic_on && !enrollments_made && !unseated) return []
  const left = unseated ? [`${unseated}. Zij komen niet op een wachtlijst.`] : []
  const later = automatic_on ? ['Wie er later bij komt, wordt ook automatisch ingeschreven.'] : []
  if (!enrollments_made) return ['Er wordt nu niemand automatisch ingeschreven.', ...left, ...later]
  return [
    `Er ${enrollments_made === 1 ? 'wordt' : 'worden'} meteen ${enrollments(enrollments_made)} gemaakt, voor ${students(students_enrolled)}.`,
    ...left,
    ...later,
    'De studenten krijgen hier geen melding van; in de app zien ze het meteen.',
  ]
}

const MOST_NAMED = 6

/** '15 studenten passen er niet bij: toetsmoment di 24 nov (12), do 3 dec (3)'; '' when all fit. */
export function withoutSeatText(
  { students_without_seat = 0, full_testmoments = [] }: Partial<EnrollmentsMade>,
  readAt: ReadAt,
): string {
  if (students_without_seat === 0) return ''
  const labels = distinctLabels(full_testmoments, readAt)
  const named = full_testmoments
    .slice(0, MOST_NAMED)
    .map(({ students }, at) => `${labels[at]} (${students})`)
    .join(', ')
  const more = full_testmoments.length > MOST_NAMED ? ` en ${full_testmoments.length - MOST_NAMED} andere` : ''
  return `${students(students_without_seat)} ${students_without_seat === 1 ? 'past' : 'passen'} er niet bij: toetsmoment ${named}${more}`
}

function momentTexts(consequences: Consequences): string[] {
  const { testmoments_same_day, testmoments_beside_others: beside, outside_schoolyear } = consequences
  return [
    ...stayingTexts(consequences),
    ...(testmoments_same_day
      ? [
          `Op deze datum ${testmoments_same_day === 1 ? 'is er al een toetsmoment' : `zijn er al ${testmoments_same_day} toetsmomenten`}.`,
        ]
      : []),
    ...(beside
      ? [
          beside === 1
            ? 'Op de datum van 1 van deze toetsmomenten heeft dit schooljaar er al een.'
            : `Op de data van ${beside} van deze toetsmomenten heeft dit schooljaar er al een.`,
          'Zijn ze net al overgenomen? Dan komen ze er nog een keer bij.',
        ]
      : []),
    ...(outside_schoolyear ? ['Deze datum valt buiten het schooljaar.'] : []),
  ]
}

function stayingTexts(consequences: Consequences): string[] {
  const { enrollments_deleted, students_moved, students_concerned, closes_earlier } = consequences
  const count = students_moved || (enrollments_deleted > 0 ? 0 : students_concerned)
  if (!count) return []
  const [are, stay] = count === 1 ? ['is', 'blijft'] : ['zijn', 'blijven']
  const enrolled = `${students(count)} ${are} ingeschreven en ${stay} dat`
  return [
    students_moved ? `${enrolled}, ook op het nieuwe moment.` : `${enrolled}.`,
    ...(closes_earlier ? ['Hun inschrijving kunnen zij dan korter, of niet meer, wijzigen.'] : []),
    ...(students_concerned
      ? []
      : [
          'Zij krijgen hier geen melding van: de app toont het nieuwe moment meteen, hun agenda zodra die zich ververst.',
        ]),
  ]
}

function givenRoleTexts({ role_given, enrollments_kept = 0 }: Consequences): string[] {
  if (!role_given) return []
  return [
    roleTexts[role_given].given,
    enrollments_kept === 0
      ? 'Inschrijvingen zijn er niet.'
      : `${enrollments(enrollments_kept)} van deze gebruiker ${enrollments_kept === 1 ? 'blijft' : 'blijven'} staan.`,
    'De gebruiker wordt overal uitgelogd en krijgt hier geen bericht van.',
  ]
}

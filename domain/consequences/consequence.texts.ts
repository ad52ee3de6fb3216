import type { ReadAt } from '#domain/calendar/date-labels.ts'
import { distinctLabels } from '#domain/calendar/distinct-labels.ts'
import type { EnrollmentsMade } from '#domain/enrollments/listed-enrollment.schema.ts'
import { countedEnrollments, countedResults, countedStudents, dottedNumber } from '#domain/entities/counts.texts.ts'
import { roleTexts } from '#domain/users/user.texts.ts'
import type { Consequences } from './consequence.schema.ts'

/** Text, if the condition holds. */
const when = (condition: unknown, ...texts: string[]): string[] => (condition ? texts : [])

/** Sentences that a teacher confirms before a change. The offer of a message to students has texts of its own. */
export const consequenceTexts = (consequences: Consequences, readAt: ReadAt = 'any-time'): string[] => [
  ...(consequences.deletes_user ? deletionTexts(consequences) : lossTexts(consequences)),
  ...(consequences.activates_schoolyear ? activationTexts(consequences) : []),
  ...(consequences.deactivates_schoolyear ? deactivationTexts(consequences) : []),
  ...automaticTexts(consequences, readAt),
  ...momentTexts(consequences),
  ...givenRoleTexts(consequences),
  ...when(
    consequences.message_sent_before,
    `Ditzelfde bericht ging al naar dezelfde groep: ${consequences.message_sent_before}.`,
    'Als je doorgaat, krijgen zij het nog een keer.',
  ),
]

function lossTexts(consequences: Consequences): string[] {
  const { enrollments_deleted: deleted, students_concerned } = consequences
  const verb = deleted === 1 ? 'wordt' : 'worden'
  return [
    ...when(
      deleted > 0,
      `Er ${verb} ${countedEnrollments(deleted)} van ${countedStudents(consequences.students)} verwijderd.`,
    ),
    ...waitTexts(consequences),
    ...chairTexts(consequences),
    ...when(
      consequences.opens_all_modules,
      'Het toetsmoment heeft daarna geen modules meer. Inschrijven kan dan voor alle modules.',
    ),
    ...departmentTexts(consequences),
    ...when(
      consequences.offers_nothing,
      'De studierichting heeft daarna geen modules meer. Haar studenten kunnen zich dan nergens voor inschrijven.',
    ),
    ...when(consequences.last_testmoment, 'Het schooljaar heeft daarna geen toetsmomenten meer.'),
    ...when(consequences.deletes_module, 'Dit kan niet ongedaan worden gemaakt. De naam is daarna weer vrij.'),
    ...when(consequences.deletes_testmoment && deleted === 0, 'Er is niemand ingeschreven.'),
    ...when(consequences.deletes_testmoment, 'Dit kan niet ongedaan worden gemaakt.'),
    ...when(
      deleted > 0 && !students_concerned,
      'Studenten krijgen hier geen melding van; in de app zien ze het meteen.',
    ),
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
    ? `${countedStudents(waits_ended)} ${wait} daar op een plaats.`
    : `${countedStudents(waits_ended)} ${lose} een plaats op de wachtlijst.`
  return [`${waiting} ${waits_ended === 1 ? 'Die krijgt' : 'Zij krijgen'} daar bericht van.`]
}

function chairTexts({ chairs_lost, chairs_published }: Consequences): string[] {
  if (!chairs_lost) return []
  const [lose, get] = chairs_lost === 1 ? ['verliest', 'krijgt'] : ['verliezen', 'krijgen']
  const lost = `${countedStudents(chairs_lost)} ${lose} de plaats in een lokaal`
  return [`${lost}${chairs_published ? ` en ${get} daar bericht van` : ''}. Verdeel daarna de rest.`]
}

/** 'Daarbij gaan 3 uitslagen verloren, waarvan 2 gepubliceerd.' */
function lostResultsText({ results_deleted: lost = 0, results_published: published = 0 }: Consequences): string[] {
  if (lost === 0) return []
  return [
    `Daarbij ${lost === 1 ? 'gaat' : 'gaan'} ${countedResults(lost)} verloren, ${publishedPhrase(lost, published)}.`,
  ]
}

function publishedPhrase(lost: number, published: number): string {
  if (published === 0) return 'nog niet gepubliceerd'
  if (published === lost) return 'al gepubliceerd'
  return `waarvan ${dottedNumber(published)} gepubliceerd`
}

const deletionTexts = (consequences: Consequences): string[] => [
  consequences.enrollments_deleted === 0
    ? 'Alles van deze gebruiker wordt verwijderd. Inschrijvingen zijn er niet.'
    : `Alles van deze gebruiker wordt verwijderd, ook ${countedEnrollments(consequences.enrollments_deleted)} van dit en eerdere schooljaren.`,
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
    ...when(schoolyear_replaced !== undefined, `Schooljaar ${schoolyear_replaced} is dan niet meer actief.`),
    ...hiddenTexts({ enrollments_hidden, students_hidden }, 'Daar'),
    testmoments_shown === 0
      ? 'Dit schooljaar heeft nog geen toetsmomenten: studenten zien dan niets om te kiezen. Ze krijgen hier geen melding van.'
      : see(testmoments_shown === 1 ? 'het ene toetsmoment' : `de ${dottedNumber(testmoments_shown)} toetsmomenten`),
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
        `${where} ${enrollments_hidden === 1 ? 'staat' : 'staan'} nog ${countedEnrollments(enrollments_hidden)} van ${countedStudents(students_hidden)} voor toetsmomenten die nog komen. Studenten zien die dan niet meer; ${enrollments_hidden === 1 ? 'die komt' : 'ze komen'} terug als je dat schooljaar weer activeert.`,
      ]

function automaticTexts(
  { automatic_on, enrollments_made, students_enrolled = 0, ...rest }: Consequences,
  readAt: ReadAt,
): string[] {
  const unseated = withoutSeatText(rest, readAt)
  if (!automatic_on && !enrollments_made && !unseated) return []
  const withoutSeat = when(unseated, `${unseated}. ${noLineText(rest.students_without_seat)}`)
  const later = when(automatic_on, 'Wie er later bij komt, wordt ook automatisch ingeschreven.')
  if (!enrollments_made) return ['Er wordt nu niemand automatisch ingeschreven.', ...withoutSeat, ...later]
  return [
    `Er ${enrollments_made === 1 ? 'wordt' : 'worden'} meteen ${countedEnrollments(enrollments_made)} gemaakt, voor ${countedStudents(students_enrolled)}.`,
    ...withoutSeat,
    ...later,
    students_enrolled === 1
      ? 'De student krijgt hier geen melding van, en ziet het meteen in de app.'
      : 'De studenten krijgen hier geen melding van; in de app zien ze het meteen.',
  ]
}

/** Added where students do not fit. */
export const noLineText = (students = 0): string =>
  `${students === 1 ? 'Die komt' : 'Zij komen'} niet op een wachtlijst.`

const MOST_NAMED = 6

/** '15 studenten passen er niet bij: toetsmoment di 24 nov (12), do 3 dec (3)'; '' when all fit. */
export function withoutSeatText(
  { students_without_seat = 0, full_testmoments = [] }: Partial<EnrollmentsMade>,
  readAt: ReadAt,
): string {
  if (students_without_seat === 0) return ''
  const labels = distinctLabels(full_testmoments, readAt)
  const moments = full_testmoments
    .slice(0, MOST_NAMED)
    .map(({ students }, index) => `${labels[index]} (${dottedNumber(students)})`)
    .join(', ')
  const more = full_testmoments.length > MOST_NAMED ? ` en ${full_testmoments.length - MOST_NAMED} andere` : ''
  return `${countedStudents(students_without_seat)} ${students_without_seat === 1 ? 'past' : 'passen'} er niet bij: toetsmoment ${moments}${more}`
}

function momentTexts(consequences: Consequences): string[] {
  const { testmoments_same_day: sameDay, testmoments_beside_others: sharingDay, outside_schoolyear } = consequences
  const alreadyThere = sameDay === 1 ? 'is er al een toetsmoment' : `zijn er al ${sameDay} toetsmomenten`
  const dates = sharingDay === 1 ? 'de datum' : 'de data'
  return [
    ...stayingTexts(consequences),
    ...when(sameDay, `Op deze datum ${alreadyThere}.`),
    ...when(
      sharingDay,
      `Op ${dates} van ${sharingDay} van deze toetsmomenten heeft dit schooljaar er al een.`,
      'Zijn ze net al overgenomen? Dan komen ze er nog een keer bij.',
    ),
    ...when(outside_schoolyear, 'Deze datum valt buiten het schooljaar.'),
  ]
}

/** Students who keep their enrollment while their moment changes. */
const countStaying = ({ enrollments_deleted, students_moved, students_concerned }: Consequences): number => {
  if (students_moved) return students_moved
  return enrollments_deleted > 0 ? 0 : (students_concerned ?? 0)
}

function stayingTexts(consequences: Consequences): string[] {
  const { students_moved, students_concerned, closes_earlier } = consequences
  const count = countStaying(consequences)
  if (count === 0) return []
  const [are, stay] = count === 1 ? ['is', 'blijft'] : ['zijn', 'blijven']
  const enrolled = `${countedStudents(count)} ${are} ingeschreven en ${stay} dat`
  return [
    students_moved ? `${enrolled}, ook op het nieuwe moment.` : `${enrolled}.`,
    ...when(
      closes_earlier,
      count === 1
        ? 'De student kan de inschrijving dan korter, of niet meer, wijzigen.'
        : 'Hun inschrijving kunnen zij dan korter, of niet meer, wijzigen.',
    ),
    ...when(
      !students_concerned,
      count === 1
        ? 'De student krijgt hier geen melding van: de app toont het nieuwe moment meteen, de agenda zodra die zich ververst.'
        : 'Zij krijgen hier geen melding van: de app toont het nieuwe moment meteen, hun agenda zodra die zich ververst.',
    ),
  ]
}

function givenRoleTexts({ role_given, enrollments_kept = 0 }: Consequences): string[] {
  if (!role_given) return []
  return [
    roleTexts[role_given].given,
    enrollments_kept === 0
      ? 'Inschrijvingen zijn er niet.'
      : `${countedEnrollments(enrollments_kept)} van deze gebruiker ${enrollments_kept === 1 ? 'blijft' : 'blijven'} staan.`,
    'De gebruiker wordt overal uitgelogd en krijgt hier geen bericht van.',
  ]
}

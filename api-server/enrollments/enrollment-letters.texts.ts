import type { EnrollmentMaker } from '#domain/enrollments/enrollment.schema.ts'

const moved = (module: string) => `Je inschrijving voor ${module} is verplaatst.`
const enrolled = (module: string) => `Je bent ingeschreven voor ${module}.`

/** Lines that letters about enrollments and about waiting share. */
export const toTestmoment = 'Naar het toetsmoment'
export const atMoment = (moment: string) => `Toetsmoment: ${moment}`
export const movedFrom = (moment: string) => `Van: ${moment}`
export const movedTo = (moment: string) => `Naar: ${moment}`

/** Letters that confirm an enrollment. `name` is the module's code, `module` its code and description. */
export const enrollmentLetterTexts = {
  why: 'Je krijgt deze e-mail omdat je een bevestiging wilt van je inschrijvingen. Uitzetten kan bij Instellingen in de app.',
  cannotLeave: 'Zelf uitschrijven of verplaatsen kan niet meer.',
  /** `closing`: when that ends; null without a fixed time */
  canLeave: (closing: string | null) =>
    `Uitschrijven of verplaatsen kan ${closing === null ? 'zolang de inschrijving open is' : `tot ${closing}`}.`,
  unenrolledSubject: (name: string, day: string) => `Je bent uitgeschreven voor ${name}: ${day}`,
  unenrolled: (module: string) => `Je bent uitgeschreven voor ${module}.`,
  movedSubject: (name: string, day: string) => `Je inschrijving voor ${name} is verplaatst naar ${day}`,
  moved: {
    student: moved,
    administrator: (module) => `Een docent heeft je inschrijving voor ${module} verplaatst.`,
    automatic: moved,
    'waiting-list': moved,
  } satisfies Record<EnrollmentMaker, (module: string) => string>,
  enrolledSubject: (name: string, day: string) => `Je bent ingeschreven voor ${name}: ${day}`,
  enrolled: {
    student: enrolled,
    administrator: (module) => `Een docent heeft je ingeschreven voor ${module}.`,
    automatic: (module) => `Je bent automatisch ingeschreven voor ${module}.`,
    'waiting-list': enrolled,
  } satisfies Record<EnrollmentMaker, (module: string) => string>,
}

/** Letters to a student who waited: they have a seat, or are no longer on the waiting list. */
export const waitingLetterTexts = {
  why: 'Je krijgt deze e-mail omdat je op de wachtlijst stond.',
  toTestmoments: 'Naar je toetsmomenten',
  promotedSubject: (name: string, day: string) => `Je hebt een plaats voor ${name}: ${day}`,
  promoted: (module: string, isMove: boolean) =>
    `Je stond op de wachtlijst en hebt nu een plaats: ${isMove ? `je inschrijving voor ${module} is verplaatst` : `je bent ingeschreven voor ${module}`}.`,
  removedSubject: (name: string, day: string) => `Niet meer op de wachtlijst voor ${name}: ${day}`,
  elsewhere: 'In de app zie je of je voor deze module bij een ander toetsmoment terechtkunt.',
}

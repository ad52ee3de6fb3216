import { dayAndStartLabel } from '#domain/calendar/date-labels.ts'
import { counted, dottedNumber } from '#domain/entities/counts.texts.ts'
import { MAX_RECIPIENTS, MAX_SUBJECT_LENGTH, MAX_TEXT_LENGTH, type MessageRefusal } from './message.rules.ts'

export const messageRefusalTexts = {
  'subject-missing': 'Vul een onderwerp in.',
  'subject-too-long': `Het onderwerp mag niet langer zijn dan ${MAX_SUBJECT_LENGTH} tekens.`,
  'message-missing': 'Schrijf eerst een bericht.',
  'message-too-long': `Het bericht mag niet langer zijn dan ${dottedNumber(MAX_TEXT_LENGTH)} tekens.`,
  'message-unreadable': 'Het bericht bevat tekens die niet leesbaar zijn. Typ of plak de tekst opnieuw.',
  'message-to-nobody': 'Er is nu niemand aan wie dit bericht gestuurd kan worden.',
  'message-to-too-many': `Een bericht kan aan hoogstens ${dottedNumber(MAX_RECIPIENTS)} studenten. Kies een kleinere groep.`,
} satisfies Record<MessageRefusal, string>

/** Fields that name a moment; the start time distinguishes two moments of one day. */
type NamedMoment = Parameters<typeof dayAndStartLabel>[0]

const doneByTeacher = {
  create: 'Ingeschreven door een docent',
  remove: 'Uitgeschreven door een docent',
  move: 'Verplaatst door een docent',
}

const happened = {
  edited: 'Toetsmoment gewijzigd',
  deleted: 'Toetsmoment vervallen',
  'modules-removed': 'Module vervallen',
}

/** Subject of a message about a moment's change, with the moment's former name. */
export const momentChangedLabel = (change: keyof typeof happened, moment: NamedMoment): string =>
  `${happened[change]}: ${dayAndStartLabel(moment, 'any-time')}`

export const momentsChangedLabel = (change: keyof typeof happened, moments: readonly NamedMoment[]): string => {
  const [one] = moments
  return moments.length === 1 && one
    ? momentChangedLabel(change, one)
    : `${happened[change]}: ${moments.length} toetsmomenten`
}

export const departmentsChangedLabel = (names: readonly string[]): string =>
  `${happened['modules-removed']}: ${names.length === 1 ? `studierichting ${names[0]}` : `${names.length} studierichtingen`}`

export const departmentSwitchedLabel = (department: string): string => `Studierichting gewijzigd: ${department}`

export const endedByResultLabel = (moment: NamedMoment): string =>
  `Inschrijving vervallen na uitslag: ${dayAndStartLabel(moment, 'any-time')}`

export const enrolledByTeacherLabel = (done: keyof typeof doneByTeacher, moment: NamedMoment): string =>
  `${doneByTeacher[done]}: ${dayAndStartLabel(moment, 'any-time')}`

export const audienceTexts = {
  testmoment: (moment: string, module?: string) =>
    module === undefined ? `Ingeschreven voor ${moment}` : `Ingeschreven voor ${moment}, module ${module}`,
  waiting: (moment: string, module?: string) =>
    module === undefined ? `Op de wachtlijst voor ${moment}` : `Op de wachtlijst voor ${moment}, module ${module}`,
  absent: (moment: string, module?: string) =>
    module === undefined ? `Afwezig bij toetsmoment ${moment}` : `Afwezig bij toetsmoment ${moment}, module ${module}`,
  department: (name: string) => `Studenten van ${name}`,
  users: (count: number) => counted(count, 'gekozen student', 'gekozen studenten'),
  'not-activated': 'Studenten die hun account nog niet hebben geactiveerd',
  'never-enrolled': 'Studenten met een actief account die dit schooljaar nog nergens voor zijn ingeschreven',
}

/** Time and sender of a message; `at` as by `instantLabel`, sender null once the account is deleted. */
export const sentBeforeText = (at: string, sender: string | null): string =>
  `${at} door ${sender ?? 'een collega die hier geen account meer heeft'}`

export const messageLetterTexts = {
  sender: (name: string) => `Dit bericht is verstuurd door ${name}.`,
  inApp: (href: string) => `Je kunt dit bericht ook lezen in de app: ${href}`,
  notActivated: (href: string) =>
    `Je hebt je account voor Wiskunde inschrijven nog niet geactiveerd. Vraag een activatielink aan op ${href}`,
}

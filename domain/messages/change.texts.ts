import {
  dayAndStartLabel,
  instantLabel,
  momentLabel,
  timeAndPlaceLabel,
  whenAndWhereLabel,
} from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { canBeLeft, leavingClosesAt } from '#domain/enrollments/enrollment.rules.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { closesEarlier, type MomentChange } from './change.rules.ts'

export interface ProposedMessage {
  subject: string
  text: string
}

/** 'van di 24 nov om 09:00', 'in de week van 23 nov' */
const ofMoment = (moment: UpdatedMoment['moment'], now: number): string =>
  `${moment.duration === 'day' ? 'van' : 'in de'} ${dayAndStartLabel(moment, now)}`

/** 'op di 24 nov om 09:00', 'in de week van 23 nov' */
const onMoment = (moment: WhenAndWhere, now: number): string =>
  `${moment.duration === 'day' ? 'op' : 'in de'} ${dayAndStartLabel(moment, now)}`

const timesOf = ({ starts_at, ends_at }: WhenAndWhere): string =>
  timeAndPlaceLabel({ starts_at, ends_at, location: null })

/**
 * Lines with date, times and place, as far as known: 'Tijd: 09:00–11:30'; a changed one with its old value: 'Datum: di 24 nov →
 * wo 25 nov'.
 */
function factLines({ before, after, now }: { before: WhenAndWhere; after: WhenAndWhere; now: number }): string[] {
  const line = (label: string, show: (moment: WhenAndWhere) => string): string[] => {
    const [old, current] = [show(before), show(after)]
    if (old === current) return old === '' ? [] : [`${label}: ${old}`]
    return [`${label}: ${old || 'nog niet bekend'} → ${current || unknown(label, after)}`]
  }
  return [
    ...line('Datum', (moment) => momentLabel(moment, now)),
    ...line('Tijd', timesOf),
    ...line('Locatie', ({ location }) => location ?? ''),
  ]
}

const unknown = (label: string, { duration }: WhenAndWhere): string =>
  label === 'Tijd' && duration === 'week' ? 'geen vaste tijd' : 'nog niet bekend'

const text = (...paragraphs: readonly (string | readonly string[])[]): string =>
  paragraphs
    .map((lines) => (typeof lines === 'string' ? lines : lines.join('\n')))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')

function wayOut(moment: TestmomentFields, now: number): string {
  if (!canBeLeft(moment, now)) return 'Kun je dan niet? Neem contact op met je docent.'
  const until = leavingClosesAt(moment, now)
  return `Kun je dan niet? In de app kun je je inschrijving nog wijzigen${until === null ? '' : `, tot ${instantLabel(until, now)}`}.`
}

export function momentChangedMessage(change: MomentChange): ProposedMessage {
  const { before, after, now } = change
  const closing = closesEarlier(change) ? closingLine(change) : []
  if (closing.length > 0 && whenAndWhereLabel(before, now) === whenAndWhereLabel(after, now))
    return closingMessage(change, closing)
  return {
    subject: `Toetsmoment ${ofMoment(before, now)} is gewijzigd`,
    text: text(
      `Het toetsmoment ${ofMoment(before, now)} waarvoor je bent ingeschreven, is gewijzigd.`,
      [...factLines(change), ...closing],
      `Je inschrijving blijft staan. ${wayOut(after, now)}`,
    ),
  }
}

/** 'Wijzigen kan tot: vr 27 nov om 17:00 → wo 25 nov om 12:00' */
function closingLine({ before, after, now }: MomentChange): string[] {
  const until = (moment: TestmomentFields) => {
    const time = leavingClosesAt(moment, now)
    return time === null ? 'nog niet bekend' : instantLabel(time, now)
  }
  return [
    canBeLeft(after, now) ? `Wijzigen kan tot: ${until(before)} → ${until(after)}` : 'Inschrijvingen: open → gesloten',
  ]
}

function closingMessage({ before, after, now }: MomentChange, lines: readonly string[]): ProposedMessage {
  const moment = `het toetsmoment ${ofMoment(before, now)}`
  const until = leavingClosesAt(after, now)
  if (!canBeLeft(after, now) || until === null)
    return {
      subject: `Inschrijven voor ${moment} is gesloten`,
      text: text(
        `Inschrijven voor ${moment} is gesloten. Je inschrijving staat vast: je kunt die niet meer wijzigen.`,
        'Kun je dan niet? Neem contact op met je docent.',
      ),
    }
  return {
    subject: `Inschrijven voor ${moment} sluit ${leavingClosesAt(before, now) === null ? '' : 'eerder: '}${instantLabel(until, now)}`,
    text: text(
      `Tot ${instantLabel(until, now)} kun je je inschrijving voor ${moment} nog wijzigen. Daarna staat die vast.`,
      lines,
    ),
  }
}

/** Lines that distinguish the moment from others on its day; none if only the date is known. */
function whereabouts(moment: WhenAndWhere, now: number): string[] {
  const lines = factLines({ before: moment, after: moment, now })
  return lines.length > 1 ? lines : []
}

interface UpdatedMoment {
  moment: Pick<WhenAndWhere, 'date' | 'duration'> & Partial<Pick<WhenAndWhere, 'starts_at'>>
  /** 'Begintijd: 09:00 → 10:00' */
  changes: readonly string[]
}

const MOST_NAMED = 12

export function momentsUpdatedMessage(moments: readonly UpdatedMoment[], now: number): ProposedMessage {
  const [one] = moments
  const more = moments.length > MOST_NAMED ? [`En nog ${moments.length - MOST_NAMED} andere toetsmomenten.`] : []
  if (one && moments.length === 1)
    return {
      subject: `Toetsmoment ${ofMoment(one.moment, now)} is gewijzigd`,
      text: text(
        `Het toetsmoment ${ofMoment(one.moment, now)} waarvoor je bent ingeschreven, is gewijzigd.`,
        one.changes,
        'Je inschrijving blijft staan. In de app zie je het toetsmoment zoals het nu is.',
      ),
    }
  return {
    subject: 'Een toetsmoment waarvoor je bent ingeschreven, is gewijzigd',
    text: text(
      'Deze toetsmomenten zijn gewijzigd. Voor een of meer daarvan ben je ingeschreven.',
      ...moments
        .slice(0, MOST_NAMED)
        .map(({ moment, changes }) => [
          `Toetsmoment ${ofMoment(moment, now)}:`,
          ...changes.map((change) => `- ${change}`),
        ]),
      more,
      'Je inschrijving blijft staan. In de app zie je het toetsmoment zoals het nu is.',
    ),
  }
}

export const momentDeletedMessage = (moment: TestmomentFields, now: number): ProposedMessage => ({
  subject: `Toetsmoment ${ofMoment(moment, now)} gaat niet door`,
  text: text(
    `Het toetsmoment ${ofMoment(moment, now)} waarvoor je was ingeschreven, gaat niet door. Je inschrijving is vervallen.`,
    whereabouts(moment, now),
    'Wil je de toets nog maken? Kies in de app een ander toetsmoment.',
  ),
})

interface EndedEnrollment {
  moment: WhenAndWhere
  /** module names; empty means all that the student has there */
  modules: readonly string[]
  now: number
}

const list = new Intl.ListFormat('nl')

/** 'module ALG1', 'de modules ALG1 en STAT' */
const nameModules = (modules: readonly string[]): string =>
  modules.length === 1 ? `module ${modules[0]}` : `de modules ${list.format(modules)}`

/** Longest list of modules in a subject, in characters. */
const MAX_BRIEF_LENGTH = 60

/** Names modules in the subject of a letter: '4 modules' if naming them takes too much room. */
const nameBriefly = (modules: readonly string[]): string => {
  const names = nameModules(modules)
  return names.length <= MAX_BRIEF_LENGTH ? names : modules.length === 1 ? 'een module' : `${modules.length} modules`
}

export function modulesRemovedMessage({ moment, modules, now }: EndedEnrollment): ProposedMessage {
  const names = nameModules(modules)
  return {
    subject: `Je inschrijving voor ${nameBriefly(modules)} is vervallen`,
    text: text(
      `Voor ${names} kun je op het toetsmoment ${ofMoment(moment, now)} geen toets meer maken. Je inschrijving daarvoor is vervallen.`,
      'Wil je de toets nog maken? Kies in de app een ander toetsmoment.',
    ),
  }
}

export function othersRemovedMessage({ moment, modules, now }: EndedEnrollment): ProposedMessage {
  return {
    subject: `Je inschrijving voor het toetsmoment ${ofMoment(moment, now)} is vervallen`,
    text: text(
      `Op het toetsmoment ${ofMoment(moment, now)} kun je alleen nog een toets maken voor ${nameModules(modules)}. Je inschrijving voor een andere module is vervallen.`,
      'Wil je die toets nog maken? Kies in de app een ander toetsmoment.',
    ),
  }
}

/** One text for students of several departments, each of which may have lost only some of these modules. */
export function departmentModulesRemovedMessage(modules: readonly string[]): ProposedMessage {
  const names = nameModules(modules)
  const isOne = modules.length === 1
  return {
    subject: isOne
      ? `Je inschrijving voor ${nameBriefly(modules)} is vervallen`
      : 'Een inschrijving van je is vervallen',
    text: text(
      isOne
        ? `${capitalised(names)} hoort niet meer bij je studierichting. Je inschrijving daarvoor is vervallen.`
        : `Niet elke module hoort nog bij je studierichting. Het gaat om ${names}. Waar je daarvoor was ingeschreven, is je inschrijving vervallen; in de app zie je wat er nog staat.`,
      'Klopt dit niet? Neem dan contact op met je docent.',
    ),
  }
}

/** Message to students whose other enrollments end by a published result; the result itself is in no letter. */
export const endedByResultMessage: ProposedMessage = {
  subject: 'Een inschrijving van je is vervallen',
  text: text(
    'Er is een uitslag van je bekend. Daardoor is je inschrijving voor dezelfde module op een ander toetsmoment vervallen.',
    'In de app zie je je uitslag, en welke inschrijvingen er nog staan. Klopt dit niet? Neem dan contact op met je docent.',
  ),
}

interface SwitchedDepartment {
  department: string
  /** enrollments that end, with their moments; empty if they differ between students */
  ended: readonly { module: string; moment: WhenAndWhere }[]
  now: number
}

export function departmentSwitchedMessage({ department, ended, now }: SwitchedDepartment): ProposedMessage {
  const isOne = ended.length === 1
  return {
    subject: isOne
      ? 'Je inschrijving is vervallen door een andere studierichting'
      : 'Inschrijvingen van je zijn vervallen door een andere studierichting',
    text: text(
      `Je docent heeft je studierichting gewijzigd in ${department}.`,
      ended.length === 0
        ? 'Hoort een module niet bij deze studierichting? Dan is je inschrijving daarvoor vervallen; in de app zie je wat er nog staat.'
        : [
            isOne ? 'Deze inschrijving is daardoor vervallen:' : 'Deze inschrijvingen zijn daardoor vervallen:',
            ...ended.map(
              ({ module, moment }) => `${capitalised(nameModules([module]))}, ${dayAndStartLabel(moment, now)}`,
            ),
          ],
      'Klopt dit niet? Neem dan contact op met je docent.',
    ),
  }
}

const capitalised = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

export function unenrolledMessage({ moment, modules, now }: EndedEnrollment): ProposedMessage {
  const what = (name: (modules: readonly string[]) => string) =>
    modules.length === 0 ? `het toetsmoment ${ofMoment(moment, now)}` : `${name(modules)} ${onMoment(moment, now)}`
  return {
    subject: `Je bent uitgeschreven voor ${what(nameBriefly)}`,
    text: text(
      `Je docent heeft je uitgeschreven voor ${what(nameModules)}.`,
      'Klopt dit niet? Neem dan contact op met je docent.',
    ),
  }
}

interface MovedEnrollment {
  from: WhenAndWhere
  to: TestmomentFields
  /** module names; empty means all that the student has there */
  modules: readonly string[]
  now: number
}

export function movedMessage({ from, to, modules, now }: MovedEnrollment): ProposedMessage {
  const what = (name: (modules: readonly string[]) => string) =>
    modules.length === 0 ? 'inschrijving' : `inschrijving voor ${name(modules)}`
  return {
    subject: `Je ${what(nameBriefly)} is verplaatst`,
    text: text(
      `Je docent heeft je ${what(nameModules)} verplaatst naar een ander toetsmoment.`,
      factLines({ before: from, after: to, now }),
      wayOut(to, now),
    ),
  }
}

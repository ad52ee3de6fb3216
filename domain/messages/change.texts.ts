import { instantLabel, momentLabel, type ReadAt } from '#domain/calendar/date-labels.ts'
import { isOpen } from '#domain/testmoments/testmoment.rules.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { closesEarlier, type MomentChange } from './change.rules.ts'

/** What a message about a change begins as; who sends it may write it otherwise. */
export interface ProposedMessage {
  subject: string
  text: string
}

type Place = Pick<TestmomentFields, 'date' | 'duration'>

/** 'van di 24 nov', 'in de week van 23 nov' */
const ofMoment = (moment: Place, now: number): string =>
  `${moment.duration === 'day' ? 'van' : 'in de'} ${momentLabel(moment, now)}`

/** A line for each that differs of when and where: 'Datum: di 24 nov → wo 25 nov' */
function differences(before: Place, after: Place, readAt: ReadAt): string[] {
  const lines: [label: string, show: (moment: Place) => string][] = [['Datum', (moment) => momentLabel(moment, readAt)]]
  return lines.flatMap(([label, show]) =>
    show(before) === show(after) ? [] : `${label}: ${show(before)} → ${show(after)}`,
  )
}

const text = (...paragraphs: readonly (string | readonly string[])[]): string =>
  paragraphs
    .map((lines) => (typeof lines === 'string' ? lines : lines.join('\n')))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')

/** What somebody can do whom the new date does not suit. */
function wayOut(moment: TestmomentFields, now: number): string {
  if (!isOpen(moment, now)) return 'Kun je dan niet? Neem contact op met je docent.'
  const until = moment.enrollments_close_at
  return `Kun je dan niet? In de app kun je je inschrijving nog wijzigen${until === null ? '' : `, tot ${instantLabel(until, now)}`}.`
}

/** To those who are enrolled at a moment that an edit makes otherwise: the old and the new, and what they can do. */
export function momentChangedMessage(change: MomentChange): ProposedMessage {
  const { before, after, now } = change
  const changed = differences(before, after, now)
  const closing = closesEarlier(change) ? closingLine(change) : []
  if (changed.length === 0 && closing.length > 0) return closingMessage(change, closing)
  return {
    subject: `Toetsmoment ${ofMoment(before, now)} is gewijzigd`,
    text: text(
      'Het toetsmoment waarvoor je bent ingeschreven is gewijzigd.',
      [...changed, ...closing],
      `Je inschrijving blijft staan. ${wayOut(after, now)}`,
    ),
  }
}

/** 'Wijzigen kan tot: vr 27 nov om 17:00 → wo 25 nov om 12:00' */
function closingLine({ before, after, now }: MomentChange): string[] {
  const until = ({ enrollments_close_at: time }: TestmomentFields) =>
    time === null ? 'nog niet bekend' : instantLabel(time, now)
  return [
    isOpen(after, now) ? `Wijzigen kan tot: ${until(before)} → ${until(after)}` : 'Inschrijvingen: open → gesloten',
  ]
}

function closingMessage({ before, after, now }: MomentChange, lines: readonly string[]): ProposedMessage {
  const moment = `het toetsmoment ${ofMoment(before, now)}`
  const until = after.enrollments_close_at
  if (!isOpen(after, now) || until === null)
    return {
      subject: `Inschrijven voor ${moment} is gesloten`,
      text: text(
        `Inschrijven voor ${moment} is gesloten. Je inschrijving staat vast: je kunt die niet meer wijzigen.`,
        'Kun je dan niet? Neem contact op met je docent.',
      ),
    }
  return {
    subject: `Inschrijven voor ${moment} sluit ${before.enrollments_close_at === null ? '' : 'eerder: '}${instantLabel(until, now)}`,
    text: text(
      `Tot ${instantLabel(until, now)} kun je je inschrijving voor ${moment} nog wijzigen. Daarna staat die vast.`,
      lines,
    ),
  }
}

/** To those who were enrolled at a moment that is deleted. */
export const momentDeletedMessage = (moment: TestmomentFields, now: number): ProposedMessage => ({
  subject: `Toetsmoment ${ofMoment(moment, now)} gaat niet door`,
  text: text(
    `Het toetsmoment ${ofMoment(moment, now)} waarvoor je was ingeschreven, gaat niet door. Je inschrijving is vervallen.`,
    'Wil je de toets nog maken? Kies in de app een ander toetsmoment.',
  ),
})

interface EndedEnrollment {
  moment: Place
  /** names; none where it is about all that somebody has there */
  modules: readonly string[]
  now: number
}

const list = new Intl.ListFormat('nl')

/** 'module ALG1', 'de modules ALG1 en STAT' */
const nameModules = (modules: readonly string[]): string =>
  modules.length === 1 ? `module ${modules[0]}` : `de modules ${list.format(modules)}`

/** To those who were enrolled in modules that a moment no longer offers. */
export function modulesRemovedMessage({ moment, modules, now }: EndedEnrollment): ProposedMessage {
  const names = nameModules(modules)
  return {
    subject: `Je inschrijving voor ${names} is vervallen`,
    text: text(
      `Voor ${names} kun je op het toetsmoment ${ofMoment(moment, now)} geen toets meer maken. Je inschrijving daarvoor is vervallen.`,
      'Wil je de toets nog maken? Kies in de app een ander toetsmoment.',
    ),
  }
}

/** To those who were enrolled, at a moment that offered every module, in others than it offers from now on. */
export function othersRemovedMessage({ moment, modules, now }: EndedEnrollment): ProposedMessage {
  return {
    subject: `Je inschrijving ${ofMoment(moment, now)} is vervallen`,
    text: text(
      `Op het toetsmoment ${ofMoment(moment, now)} kun je alleen nog een toets maken voor ${nameModules(modules)}. Je inschrijving voor een andere module is vervallen.`,
      'Wil je die toets nog maken? Kies in de app een ander toetsmoment.',
    ),
  }
}

/** To who was unenrolled by a teacher. */
export function unenrolledMessage({ moment, modules, now }: EndedEnrollment): ProposedMessage {
  const what =
    modules.length === 0
      ? `het toetsmoment ${ofMoment(moment, now)}`
      : `${nameModules(modules)} op het toetsmoment ${ofMoment(moment, now)}`
  return {
    subject: `Je bent uitgeschreven voor ${what}`,
    text: text(`Je docent heeft je uitgeschreven voor ${what}.`, 'Klopt dit niet? Neem dan contact op met je docent.'),
  }
}

interface MovedEnrollment {
  from: Place
  to: TestmomentFields
  /** names; none where it is about all that somebody has there */
  modules: readonly string[]
  now: number
}

/** To who was moved to another moment by a teacher. */
export function movedMessage({ from, to, modules, now }: MovedEnrollment): ProposedMessage {
  const what = modules.length === 0 ? 'je inschrijving' : `je inschrijving voor ${nameModules(modules)}`
  return {
    subject: `${what.charAt(0).toUpperCase()}${what.slice(1)} is verplaatst`,
    text: text(
      `Je docent heeft ${what} verplaatst naar een ander toetsmoment.`,
      differences(from, to, now),
      wayOut(to, now),
    ),
  }
}

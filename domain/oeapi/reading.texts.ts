import { dayLabel } from '#domain/calendar/date-labels.ts'

/** Kinds of data that the log counts requests for. */
export const readingKinds = ['offer', 'persons', 'associations'] as const
export type ReadingKind = (typeof readingKinds)[number]

const readingTexts = {
  offer: 'toetsen',
  persons: 'studenten',
  associations: 'inschrijvingen',
} satisfies Record<ReadingKind, string>

/** 'di 10 mrt 2026: studenten 12 keer, inschrijvingen 1.300 keer': how often a connection asked. */
export function readingsLabel(day: string, requests: Readonly<Record<string, number>>): string {
  const counts = readingKinds.flatMap((kind) => {
    const count = requests[kind] ?? 0
    return count === 0 ? [] : [`${readingTexts[kind]} ${count.toLocaleString('nl-NL')} keer`]
  })
  return `${dayLabel(day, 'any-time')}: ${counts.join(', ')}`
}

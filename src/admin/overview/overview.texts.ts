import { takenSeatsLabel, waitingSuffix } from '#domain/enrollments/waiting.texts.ts'
import type { TestmomentStatisticsEntry } from '#domain/statistics/statistics.schema.ts'

export const overviewTexts = {
  noYear: 'Er is nu geen schooljaar actief. Studenten zien daarom geen toetsmomenten.',
  noMoments: 'Geen Aankomende toetsmomenten gevonden.',
  counts: ({ enrollments, tests, waiting, testmoment: { seats } }: TestmomentStatisticsEntry): string =>
    [
      seats > 0
        ? `${takenSeatsLabel(enrollments, seats)} plaatsen bezet`
        : enrollments === 1
          ? '1 student'
          : `${enrollments} studenten`,
      tests === 1 ? '1 toets' : `${tests} toetsen`,
    ].join(' · ') + waitingSuffix(waiting),
  nobodyYet: 'Voor deze toetsmomenten heeft zich nog niemand ingeschreven.',
  nobodyLately: (weeks: number): string => `In de afgelopen ${weeks} weken heeft zich niemand ingeschreven.`,
  notDrawn: (count: number): string =>
    count === 1 ? 'Er komt daarna nog 1 toetsmoment.' : `Er komen daarna nog ${count} toetsmomenten.`,
}

export const overviewTexts = {
  noYear: 'Er is nu geen schooljaar actief. Studenten zien daarom geen toetsmomenten.',
  noMoments: 'Geen Aankomende toetsmomenten gevonden.',
  counts: ({ enrollments, tests }: { enrollments: number; tests: number }): string =>
    `${enrollments === 1 ? '1 student' : `${enrollments} studenten`} · ${tests === 1 ? '1 toets' : `${tests} toetsen`}`,
  nobodyYet: 'Voor deze toetsmomenten heeft zich nog niemand ingeschreven.',
  nobodyLately: (weeks: number): string => `In de afgelopen ${weeks} weken heeft zich niemand ingeschreven.`,
  notDrawn: (count: number): string =>
    count === 1 ? 'Er komt daarna nog 1 toetsmoment.' : `Er komen daarna nog ${count} toetsmomenten.`,
}

import { instantLabel } from '#domain/calendar/date-labels.ts'

export const checklistTexts = {
  title: 'Presentielijst',
  present: 'Aanwezig',
  name: 'Naam',
  studentNumber: 'Studentnummer',
  educationDepartment: 'Studierichting',
  signature: 'Handtekening',
  /** below a name of which the account had to take the place */
  unprintable: 'Tussen haken: het account. De naam is hier niet af te drukken.',
  empty: 'Voor dit toetsmoment is nog niemand ingeschreven.',
  students: (count: number) => (count === 1 ? '1 student' : `${count} studenten`),
  continued: (module: string) => `${module} (vervolg)`,
  page: (page: number, pages: number) => `Pagina ${page} van ${pages}`,
  madeAt: (now: number) => `Gemaakt op ${instantLabel(new Date(now).toISOString(), 'any-time')}`,
}

import { instantLabel } from '#domain/calendar/date-labels.ts'
import { counted, countedStudents } from '#domain/entities/counts.texts.ts'

export const checklistTexts = {
  number: 'Nr',
  seat: 'Plaats',
  present: 'Aanwezig',
  name: 'Naam',
  studentNumber: 'Studentnummer',
  modules: 'Modules',
  educationDepartment: 'Studierichting',
  signature: 'Handtekening',
  /** text below a list in which an account replaces a name */
  unprintable: 'Tussen haken: het account. De naam is hier niet af te drukken.',
  students: countedStudents,
  counted: (count: number) => `Aanwezig: _____________ van ${count}`,
  continued: (list: string) => `${list} (vervolg)`,
  page: (page: number, pages: number) => `Pagina ${page} van ${pages}`,
  madeAt: (now: number) => `Gemaakt op ${instantLabel(new Date(now).toISOString(), 'any-time')}`,
  title: 'Presentielijst',
  allStudents: 'Alle studenten A–Z',
  noStudents: 'Voor dit toetsmoment is nog niemand ingeschreven.',
  withoutChair: 'Nog zonder plaats',
  nobodySeated: 'Bij dit toetsmoment zit nog niemand in een lokaal.',
  test: 'Toets',
  door: (listed: number, missing: number) =>
    [
      counted(listed, 'studentnummer', 'studentnummers'),
      missing > 0 &&
        (missing === 1
          ? '1 student heeft geen nummer en staat hier niet.'
          : `${missing} studenten hebben geen nummer en staan hier niet.`),
    ]
      .filter(Boolean)
      .join(' · '),
  forInvigilator: 'Voor de surveillant',
  extraTimeFor: (students: string) => `Extra tijd voor ${students}`,
  notToSign: 'Dit blad is niet om te tekenen en gaat niet rond.',
  noExtraTime: 'Bij dit toetsmoment heeft niemand extra tijd.',
}

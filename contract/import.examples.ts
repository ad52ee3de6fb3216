import type { ExamplesOf } from './example.ts'
import type * as imports from './import.ts'

const students = 'voornaam;achternaam;e-mail;studierichting\nNoor;Bos;noor.bos@student.example;Technische Wiskunde\n'
const testmoments = 'datum;duur;maximum;modules\n20-3-2026;dag;2;ALG1\n'
const confirmation = 'q3Zc0pL8m1sYxV5tWb7kRg'
const counts = { added: 1, skipped: 0, remarks: 0, errors: 0 }

export const importExamples: ExamplesOf<typeof imports> = {
  previewStudentImport: {
    body: { text: students },
    reply: {
      lines: [
        {
          line: 2,
          verdict: 'new',
          about: '',
          username: 'noor.bos@student.example',
          first_name: 'Noor',
          last_name: 'Bos',
          education_department: 'Technische Wiskunde',
        },
      ],
      counts,
      unused_columns: [],
      confirmation,
    },
  },
  importStudents: { body: { text: students, confirmation }, reply: { added: 1 } },
  previewTestmomentImport: {
    body: { text: testmoments, schoolyear_id: 2 },
    reply: {
      lines: [
        {
          line: 2,
          verdict: 'new',
          about: '',
          typed_date: '20-3-2026',
          date: '2026-03-20',
          duration: 'day',
          max_enrollments: 2,
          modules: ['ALG1'],
          enrollments_open_at: null,
          enrollments_close_at: null,
        },
      ],
      counts,
      unused_columns: [],
      confirmation,
    },
  },
  importTestmoments: { body: { text: testmoments, schoolyear_id: 2, confirmation }, reply: { added: 1 } },
  countImportLetters: { reply: { waiting: 96, given_up: 0 } },
}

import { countedStudents } from '#domain/entities/counts.texts.ts'
import type { GradebookCell, GradebookFilter } from '#domain/results/gradebook.schema.ts'
import { resultCellLabel } from '#domain/results/result.texts.ts'

export const gradebookTexts = {
  title: 'Cijferlijst',
  loadFailed: 'Ophalen van de cijferlijst mislukt',
  intro: 'Je ziet de beste gepubliceerde uitslag; 2× betekent twee pogingen.',
  noSchoolyears: 'Er is nog geen schooljaar. Maak er een aan; daarna zie je hier de uitslagen.',
  toSchoolyears: 'Naar de schooljaren',
  schoolyear: 'Cijferlijst van schooljaar',
  search: 'Zoek op naam, e-mailadres of studentnummer',
  filters: 'Filters',
  department: 'Studierichting',
  uncompleted: 'Nog niet gehaald',
  all: 'Alle',
  none: 'Geen',
  notFiltered: 'Maakt niet uit',
  anyModule: 'Een of meer modules',
  archived: (name: string) => `${name} (gearchiveerd)`,
  student: 'Student',
  more: 'Meer studenten laden',
  export: 'Exporteren',
  exportFailed: 'Exporteren van de cijferlijst mislukt',
  found: (count: number, { uncompleted }: GradebookFilter, moduleName: string) => {
    if (uncompleted === undefined) return `${countedStudents(count)}.`
    const what = uncompleted === 'any' ? 'niet alles gehaald' : `${moduleName} nog niet gehaald`
    return `${countedStudents(count)} ${count === 1 ? 'heeft' : 'hebben'} ${what}.`
  },
  nobody: 'In dit schooljaar is nog niemand ingeschreven.',
  noneFound: 'Niemand voldoet aan deze filters.',
} as const

export const cellTexts = {
  result: ({ best }: GradebookCell) => resultCellLabel(best),
  tries: (tries: number) => `${tries}×`,
  /** number of tries, for screen readers */
  triesAloud: (tries: number) => ` (${tries} pogingen)`,
  failed: ', onvoldoende',
  /** a pass that a teacher reversed */
  lifted: 'niet gehaald',
} as const

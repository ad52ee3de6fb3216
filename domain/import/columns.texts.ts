import type { ColumnMeaning } from './columns.rules.ts'
import type { ImportKind } from './import.schema.ts'

interface MeaningText {
  /** as it stands in the select above a column, and before what a line changes */
  label: string
  /** no list goes without it */
  required?: true
}

/** What columns can mean, by the name that travels; in the order of the select. */
export const columnMeanings = {
  students: {
    username: { label: 'E-mail', required: true },
    first_name: { label: 'Voornaam' },
    prefix: { label: 'Tussenvoegsel' },
    last_name: { label: 'Achternaam' },
    whole_name: { label: 'Volledige naam' },
    student_number: { label: 'Studentnummer' },
    education_department: { label: 'Studierichting' },
  },
  testmoments: {
    date: { label: 'Datum', required: true },
    duration: { label: 'Duur' },
    starts: { label: 'Begintijd' },
    ends: { label: 'Eindtijd' },
    location: { label: 'Plaats' },
    seats: { label: 'Plaatsen' },
    limit: { label: 'Maximum' },
    modules: { label: 'Modules' },
    opens: { label: 'Opent' },
    closes: { label: 'Sluit' },
  },
  modules: {
    name: { label: 'Naam', required: true },
    description: { label: 'Beschrijving' },
    departments: { label: 'Studierichtingen' },
  },
  results: {
    student_number: { label: 'Studentnummer' },
    username: { label: 'E-mail' },
    module: { label: 'Module' },
    result: { label: 'Cijfer', required: true },
    first_name: { label: 'Voornaam' },
    prefix: { label: 'Tussenvoegsel' },
    last_name: { label: 'Achternaam' },
    whole_name: { label: 'Volledige naam' },
  },
} satisfies { [Kind in ImportKind]: Record<ColumnMeaning<Kind>, MeaningText> }

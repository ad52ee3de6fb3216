import type { Consequences } from '#domain/consequences/consequence.schema.ts'
import { noLineText, withoutSeatText } from '#domain/consequences/consequence.texts.ts'
import type { ModuleMatrixPreview } from '#domain/departments/department.schema.ts'
import { counted, countedEnrollments, countedStudents } from '#domain/entities/counts.texts.ts'
import { messagedText } from '#src/parts/writing/save.texts.ts'

const inWords = (names: readonly string[]) => new Intl.ListFormat('nl', { type: 'conjunction' }).format(names)

export const matrixTexts = {
  intro: 'Vink aan welke modules een studierichting haar studenten biedt. Er verandert niets tot je op Opslaan drukt.',
  keys: 'Met het toetsenbord: pijltjes en spatie; Shift+spatie zet een hele rij om, Ctrl+spatie een hele kolom.',
  toModules: 'Naar de modules',
  toDepartments: 'Naar de studierichtingen',
  modulesOf: (department: string) => `Modules van ${department}`,
  question: 'Deze wijzigingen opslaan?',
  confirm: 'Wijzigingen opslaan',
  noModules: 'Er zijn nog geen modules om te verdelen.',
  noDepartments: 'Er zijn nog geen studierichtingen om modules aan te geven.',
  changes: (changes: number, departments: number) =>
    `${counted(changes, 'wijziging', 'wijzigingen')} bij ${counted(departments, 'studierichting', 'studierichtingen')}`,
  saved: (departments: number, messaged: number) =>
    `De modules van ${counted(departments, 'studierichting', 'studierichtingen')} zijn gewijzigd${messagedText(messaged)}.`,
  failed: 'Er is iets misgegaan bij het opslaan van de modules',
  colleague:
    'Een collega wijzigde intussen hetzelfde. Je ziet de modules zoals ze nu zijn, met jouw wijzigingen erin. Bekijk ze en sla opnieuw op.',
  changedMeanwhile: 'Intussen zijn de aantallen veranderd. Er is nog niets opgeslagen; zo is het nu:',
  added: (names: readonly string[]) => `Erbij: ${inWords(names)}`,
  removed: (names: readonly string[]) => `Eraf: ${inWords(names)}`,
  outcome(all: Consequences, departments: ModuleMatrixPreview['departments'], now: number): string[] {
    const { enrollments_deleted: lost, enrollments_made: made = 0, waits_ended = 0, students_enrolled = 0 } = all
    const empty = departments.filter(({ consequences }) => consequences.offers_nothing).map(({ name }) => name)
    const unseated = withoutSeatText(all, now)
    return [
      lost > 0
        ? `Er ${lost === 1 ? 'vervalt' : 'vervallen'} ${countedEnrollments(lost)} van ${countedStudents(all.students)}.`
        : 'Er vervallen geen inschrijvingen.',
      ...(made > 0
        ? [
            `Er ${made === 1 ? 'wordt' : 'worden'} ${countedEnrollments(made)} automatisch gemaakt, voor ${countedStudents(students_enrolled)}.`,
          ]
        : []),
      ...(unseated ? [`${unseated}. ${noLineText(all.students_without_seat)}`] : []),
      ...(waits_ended > 0
        ? [
            `${countedStudents(waits_ended)} ${waits_ended === 1 ? 'verliest' : 'verliezen'} een plaats op de wachtlijst en ${waits_ended === 1 ? 'krijgt' : 'krijgen'} daar bericht van.`,
          ]
        : []),
      ...(empty.length > 0
        ? [
            `${inWords(empty)} ${empty.length === 1 ? 'heeft' : 'hebben'} daarna geen modules meer: die studenten kunnen zich nergens voor inschrijven.`,
          ]
        : []),
    ]
  },
  grid: 'Modules per studierichting',
  allModulesOf: (department: string) => `Alle modules bij ${department}`,
  atAllDepartments: (module: string) => `${module} bij alle studierichtingen`,
  notInUse: 'niet in gebruik',
  cell: (module: string, department: string, isChanged: boolean) =>
    `${module} bij ${department}${isChanged ? ', gewijzigd' : ''}`,
}

import { finish, type Work } from '#domain/import/csv.rules.ts'
import { judgingModules, readingModules } from '#domain/import/modules.rules.ts'
import { readingStudents } from '#domain/import/student-rows.rules.ts'
import { judgingStudents } from '#domain/import/students.rules.ts'
import { readingTestmoments } from '#domain/import/testmoment-cells.rules.ts'
import { judgingTestmoments } from '#domain/import/testmoments.rules.ts'

/** The work of an import on all lines, done at once. */
const atOnce =
  <Given extends unknown[], Result>(work: (...given: Given) => Work<Result>) =>
  (...given: Given): Result =>
    finish(work(...given))

export const readStudentList = atOnce(readingStudents)
export const judgeStudents = atOnce(judgingStudents)
export const readModuleList = atOnce(readingModules)
export const judgeModules = atOnce(judgingModules)
export const readTestmomentList = atOnce(readingTestmoments)
export const judgeTestmoments = atOnce(judgingTestmoments)

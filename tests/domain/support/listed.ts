import { columnLabels, type ListChoices, meaningsOf } from '#domain/import/columns.rules.ts'
import { finish, type Work } from '#domain/import/csv.rules.ts'
import type { ColumnReading } from '#domain/import/import.schema.ts'
import type { ImportKind } from '#domain/import/import-kinds.ts'
import { judgingModules, readingModules } from '#domain/import/modules.rules.ts'
import { readingList } from '#domain/import/read-list.ts'
import { judgingRooms, readingRooms } from '#domain/import/rooms.rules.ts'
import { readingStudents } from '#domain/import/student-rows.rules.ts'
import { judgingStudents } from '#domain/import/students.rules.ts'
import { readingTestmoments } from '#domain/import/testmoment-cells.rules.ts'
import { judgingTestmoments } from '#domain/import/testmoments.rules.ts'

type AtOnce<Doing extends (...given: never[]) => Work<unknown>> = (
  ...given: Parameters<Doing>
) => Doing extends (...given: never[]) => Work<infer Result> ? Result : never

/** The work of an import on all lines, done at once. */
const atOnce =
  <Given extends unknown[], Result>(work: (...given: Given) => Work<Result>) =>
  (...given: Given): Result =>
    finish(work(...given))

export const readStudentList: AtOnce<typeof readingStudents> = atOnce(readingStudents)
export const judgeStudents: AtOnce<typeof judgingStudents> = atOnce(judgingStudents)
export const readModuleList: AtOnce<typeof readingModules> = atOnce(readingModules)
export const judgeModules: AtOnce<typeof judgingModules> = atOnce(judgingModules)
export const readTestmomentList: AtOnce<typeof readingTestmoments> = atOnce(readingTestmoments)
export const judgeTestmoments: AtOnce<typeof judgingTestmoments> = atOnce(judgingTestmoments)
export const readRoomList: AtOnce<typeof readingRooms> = atOnce(readingRooms)
export const judgeRooms: AtOnce<typeof judgingRooms> = atOnce(judgingRooms)

export const readList = <Kind extends ImportKind>(kind: Kind, text: string, choices?: ListChoices) =>
  finish(readingList(kind, text, choices))

/** Reading of each column with a name. */
export function readColumns(kind: ImportKind, header: readonly string[], choices: ListChoices = {}): ColumnReading[] {
  const meanings = meaningsOf(kind, header, choices)
  return columnLabels(header).flatMap((label, at) =>
    label === '' ? [] : [{ header: label, meaning: meanings[at] ?? null }],
  )
}

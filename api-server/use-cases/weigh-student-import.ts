import type { Kysely } from 'kysely'
import { listEducationDepartments } from '#api-server/queries/list-education-departments.ts'
import { listKnownAccounts } from '#api-server/queries/list-known-accounts.ts'
import type { Tables } from '#database/tables.ts'
import { isPlausibleUsername } from '#domain/accounts/username.ts'
import type { StudentLine } from '#domain/import/import.schema.ts'
import { readStudentList } from '#domain/import/student-list.rules.ts'
import { type JudgedStudent, judgeStudents } from '#domain/import/student-verdict.rules.ts'
import { countVerdicts } from '#domain/import/verdict-weight.rules.ts'
import { confirmationOf, requireReadable, type WeighedImport } from './require-confirmed-import.ts'

/** What a list of students would come to. Throws an `ImportFault`. */
export async function weighStudentImport(
  kysely: Kysely<Tables>,
  text: string,
): Promise<WeighedImport<JudgedStudent, StudentLine>> {
  const { rows, unused } = requireReadable(readStudentList(text))
  const usernames = new Set(rows.map(({ username }) => username).filter(isPlausibleUsername))
  const lines = judgeStudents(rows, {
    accounts: await listKnownAccounts(kysely, [...usernames]),
    departments: await listEducationDepartments(kysely, { archived: true, also: null }),
  })
  return {
    lines,
    preview: {
      lines: lines.map(({ education_department_id: _, ...shown }) => shown),
      counts: countVerdicts(lines),
      unused_columns: unused,
      confirmation: confirmationOf(lines),
    },
  }
}

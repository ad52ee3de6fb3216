import { groupBy } from '#domain/entities/groups.ts'
import { foldText } from '#domain/users/search.rules.ts'
import type { Judged } from './import.rules.ts'
import type { DepartmentMeaning, UnknownDepartment } from './import.schema.ts'
import { byNearness } from './nearest.rules.ts'
import type { StudentRow } from './student-rows.rules.ts'

interface NamedDepartment {
  id: number
  name: string
  archived: boolean
}

interface School {
  departments: readonly NamedDepartment[]
  meant: readonly DepartmentMeaning[]
}

/** Rows with the chosen departments. A department that is archived or deleted by now is ignored. */
export function withDepartments(rows: readonly StudentRow[], { departments, meant }: School): StudentRow[] {
  const offered = new Map(departments.flatMap(({ id, name, archived }) => (archived ? [] : [[id, name]])))
  const byName = new Map(meant.map(({ name, education_department_id: id }) => [foldText(name), offered.get(id)]))
  return rows.map((row) => {
    const education_department = byName.get(foldText(row.education_department))
    return education_department === undefined ? row : { ...row, education_department }
  })
}

/** Verdicts about names for which the user can choose a department. */
const ASKED = new Set(['department-unknown', 'department-archived'])

/** Names that refuse lines, without duplicates, with the departments that they may mean. */
export function unknownDepartments(
  lines: readonly Judged[],
  departments: readonly NamedDepartment[],
): UnknownDepartment[] {
  const asked = lines.flatMap(({ findings }) => findings.filter(({ verdict }) => ASKED.has(verdict)))
  const byName = groupBy(asked, ({ about }) => foldText(about))
  const offered = departments.filter(({ archived }) => !archived)
  return [...byName.values()].slice(0, MOST_ASKED).flatMap(([first, ...others]) => {
    if (!first) return []
    const nearest = byNearness(first.about, offered).map(({ id, name }) => ({ id, name }))
    return [{ name: first.about, lines: others.length + 1, nearest }]
  })
}

/** Most names asked about; a column mistaken for departments may have thousands. */
const MOST_ASKED = 30

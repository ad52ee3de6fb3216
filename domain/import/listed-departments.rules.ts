import { groupBy } from '#domain/entities/groups.ts'
import { foldText } from '#domain/users/search.rules.ts'
import type { Judged } from './import.rules.ts'
import type { DepartmentMeaning, UnknownDepartment } from './import.schema.ts'
import type { StudentRow } from './student-rows.rules.ts'

export interface NamedDepartment {
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

/** All of these, most similar to the typed text first: a person chooses. */
export const byNearness = <One extends { name: string }>(typed: string, all: readonly One[]): One[] =>
  all
    .map((one) => ({ one, distance: distanceOf(foldText(typed), foldText(one.name)) }))
    .toSorted((a, b) => a.distance - b.distance || a.one.name.localeCompare(b.one.name, 'nl'))
    .map(({ one }) => one)

/** Distance from 0 (equal) to 1. Abbreviations ('TW', 'Techn. Wisk.') and parts of a name are near. */
function distanceOf(typed: string, name: string): number {
  if (typed === name) return 0
  const [parts, words] = [wordsOf(typed), wordsOf(name)]
  const initials = words.map((word) => word[0]).join('')
  if (typed.replace(/[^\p{L}\p{N}]/gu, '') === initials) return 0.1
  if (parts.length > 0 && parts.every((part) => words.some((word) => word.startsWith(part)))) return 0.2
  if (name.includes(typed) || typed.includes(name)) return 0.25
  return 0.3 + 0.7 * (editsBetween(typed, name) / Math.max(typed.length, name.length, 1))
}

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** Longest text that is compared; of longer ones only the beginning. */
const MOST_COMPARED = 100

/** Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  const [from, to] = [one.slice(0, MOST_COMPARED), other.slice(0, MOST_COMPARED)]
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let at = 0; at < from.length; at++) {
    const next = [at + 1]
    for (let place = 0; place < to.length; place++) {
      const replaced = (row[place] ?? 0) + Number(from[at] !== to[place])
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

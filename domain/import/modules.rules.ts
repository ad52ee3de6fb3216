import { groupBy } from '#domain/entities/groups.ts'
import { schoolNameKey, schoolNameRefusal, tidySchoolName } from '#domain/entities/school-name.rules.ts'
import { tidyLine } from '#domain/entities/text.rules.ts'
import { foldText } from '#domain/users/search.rules.ts'
import type { ListChoices } from './columns.rules.ts'
import { eachOf, type Work } from './csv.rules.ts'
import {
  type Finding,
  findContradictions,
  findingsOf,
  findRepeats,
  found,
  type Judging,
  type ListReading,
  remarkErrors,
} from './import.rules.ts'
import type { ListedChange, ModuleLine } from './import.schema.ts'
import type { NamedDepartment } from './listed-departments.rules.ts'
import { hasLostLetters } from './lost-letters.rules.ts'
import type { ModuleVerdict } from './modules.texts.ts'
import { type ReadRow, readingRows } from './read-list.ts'

interface ModuleRow extends ReadRow {
  name: string
  description: string
  departments: string
}

export const readingModules = (text: string, choices?: ListChoices): Work<ListReading<ModuleRow>> =>
  readingRows('modules', text, choices, (row, { cell, several }) => ({
    name: tidySchoolName(cell(row, 'name')),
    description: tidyLine(cell(row, 'description')),
    departments: several(row, 'departments'),
  }))

interface KnownModule {
  id: number
  name: string
  description: string
  archived: boolean
}

interface KnownDepartment extends NamedDepartment {
  module_ids: ReadonlySet<number>
}

/** Modules of the school, including archived ones. */
export interface KnownOffer {
  modules: readonly KnownModule[]
  departments: readonly KnownDepartment[]
}

export interface JudgedModule extends ModuleLine {
  /** null for a new module */
  module_id: number | null
  /** existing departments that would get it */
  department_ids: number[]
  /** names of new departments that would get it */
  new_departments: string[]
  /** description that is replaced; null if it stays, and for a new module */
  old_description: string | null
}

/** Department with this name (ignoring capitals and accents), or the name if it does not exist. */
type DepartmentInFile = KnownDepartment | string

interface Facts {
  module: KnownModule | undefined
  /** without duplicates */
  named: readonly DepartmentInFile[]
  /** number of departments with this name that are not archived */
  offered: (name: string) => number
  /** names of departments that have it */
  holders: readonly string[]
  earlier: Row | undefined
  /** line about the same module that says something else */
  contradicted: Row | undefined
}

interface Row extends ModuleRow {
  named: readonly DepartmentInFile[]
}

/**
 * Judges each line. A module is found by name, and stays the same unless the line is an update: then it gets the description in
 * the list, if any, and additional departments. No department loses it. Unknown departments are created.
 */
export function* judgingModules(
  listed: readonly ModuleRow[],
  known: KnownOffer,
  { update }: Judging = { update: false },
): Work<JudgedModule[]> {
  const modules = new Map(known.modules.map((module) => [schoolNameKey(module.name), module]))
  const departments = groupBy(known.departments, ({ name }) => foldText(name))
  const rows = yield* namingDepartments(listed, departments)
  const keyOf = ({ name }: Row) => (name === '' ? null : schoolNameKey(name))
  const repeats = findRepeats(rows, keyOf)
  const contradictions = findContradictions(rows, keyOf, saysTheSame)
  const mentioned = new Set<string>()
  return yield* eachOf(rows, (row, at) => {
    const module = modules.get(schoolNameKey(row.name))
    const facts: Facts = {
      module,
      holders: known.departments.filter((department) => module && holds(department, module)).map(nameOf),
      named: row.named,
      offered: (name) => departments.get(foldText(name))?.filter(({ archived }) => !archived).length ?? 0,
      earlier: repeats[at],
      contradicted: contradictions[at],
    }
    const judged = judgeModule(row, facts, update)
    const [first] = judged.findings
    const acts = first?.verdict === 'new' || first?.verdict === 'updated'
    const made = acts ? judged.added.filter((department) => typeof department === 'string') : []
    // Reported only on the first line that names it.
    const firstNamed = made.filter((name) => !mentioned.has(foldText(name)))
    for (const name of firstNamed) mentioned.add(foldText(name))
    return {
      line: row.line,
      name: row.name,
      description: row.description,
      departments: row.named.map(nameOf),
      findings: remarkErrors(
        [...judged.findings, ...firstNamed.map((name) => found<ModuleVerdict>('department-new', name))],
        row.cellErrors,
      ),
      changes: acts ? judged.changes : [],
      module_id: module?.id ?? null,
      department_ids: acts
        ? judged.added.flatMap((department) => (typeof department === 'string' ? [] : department.id))
        : [],
      new_departments: made,
      old_description: acts ? judged.old_description : null,
    }
  })
}

const nameOf = (department: DepartmentInFile): string => (typeof department === 'string' ? department : department.name)

const ALL = ['alle', 'alle studierichtingen', 'alle opleidingen']
const NONE = ['', '-', 'geen']

/**
 * Finds the departments of each row; an unknown one is spelled as where it occurs first. Names are separated by commas,
 * semicolons, line ends or bars, unless the whole text is a name; 'alle' means those of the school and of the list.
 */
function* namingDepartments(
  rows: readonly ModuleRow[],
  known: ReadonlyMap<string, readonly KnownDepartment[]>,
): Work<Row[]> {
  const unknown = new Map<string, string>()
  const isKnown = (name: string) => known.has(foldText(name))
  const typed = yield* eachOf(rows, (row) => {
    const cell = tidySchoolName(row.departments.replace(/\s/g, ' '))
    const parts = isKnown(cell) ? [cell] : row.departments.split(/[,;|\r\n]/)
    const names = parts.flatMap((part) => (isKnown(part) ? part : part.split('/'))).map(tidySchoolName)
    return [...new Set(names.filter((name) => !NONE.includes(foldText(name))))]
  })
  for (const name of typed.flat())
    if (!isKnown(name) && !unknown.has(foldText(name)) && !ALL.includes(foldText(name)))
      unknown.set(foldText(name), name)
  const find = (name: string): DepartmentInFile => {
    const called = known.get(foldText(name)) ?? []
    return called.find(({ archived }) => !archived) ?? called[0] ?? unknown.get(foldText(name)) ?? name
  }
  const offered = [...known.values()].flat().filter(({ archived }) => !archived)
  const every: DepartmentInFile[] = [...offered, ...unknown.values()]
  return yield* eachOf(rows, (row, at) => {
    const names = typed[at] ?? []
    const isEvery = names.length === 1 && ALL.includes(foldText(names[0] ?? '')) && !isKnown(names[0] ?? '')
    return { ...row, named: isEvery ? every : [...new Set(names.map(find))] }
  })
}

interface Judgement {
  findings: Finding<ModuleVerdict>[]
  added: readonly DepartmentInFile[]
  changes: ListedChange[]
  old_description: string | null
}

const nothing = { added: [], changes: [], old_description: null }

function judgeModule(row: Row, facts: Facts, update: boolean): Judgement {
  const { module, named, earlier, contradicted } = facts
  if (row.isShifted) return { ...nothing, findings: [found('shifted')] }
  if (row.isTotal) return { ...nothing, findings: [found('total')] }
  if (module?.archived) return { ...nothing, findings: [found('module-archived', module.name)] }
  if (module && !update) return { ...nothing, findings: [found('known')] }
  const offering = named.filter((department) => module && holds(department, module))
  const added = named.filter((department) => !offering.includes(department))
  const faults = [
    nameFault(row),
    contradicted && found<ModuleVerdict>('contradicted', String(contradicted.line)),
    ...added.map((department) => departmentFault(department, facts)),
  ]
  const isGarbled = hasLostLetters(row.description)
  const isKept = isGarbled && !!module && module.description !== '' && !hasLostLetters(module.description)
  const isDescribed = !isKept && row.description !== '' && row.description !== module?.description
  const changes = module ? changesOf(row, module, { added, isDescribed, holders: facts.holders }) : []
  const findings = findingsOf<ModuleVerdict>(faults, () => {
    if (earlier) return [found('repeated', String(earlier.line))]
    return [
      found(module ? (changes.length > 0 ? 'updated' : 'known') : 'new'),
      isKept && found('description-kept'),
      !isKept &&
        hasLostLetters(`${row.name} ${row.description} ${added.map(nameOf).join(' ')}`) &&
        found('letters-lost'),
    ]
  })
  return { findings, added, changes, old_description: module && isDescribed ? module.description : null }
}

const holds = (department: DepartmentInFile, { id }: KnownModule): boolean =>
  typeof department !== 'string' && department.module_ids.has(id)

const nameFaults = {
  'school-name-missing': 'name-missing',
  'school-name-too-long': 'name-too-long',
  'school-name-unreadable': 'name-unreadable',
} as const

function nameFault({ name }: ModuleRow): Finding<ModuleVerdict> | null {
  const refusal = schoolNameRefusal(name)
  return refusal && found(nameFaults[refusal])
}

function departmentFault(department: DepartmentInFile, { offered }: Facts): Finding<ModuleVerdict> | null {
  if (typeof department === 'string') {
    const refusal = schoolNameRefusal(department)
    if (refusal === null) return null
    return found(
      refusal === 'school-name-too-long' ? 'department-name-too-long' : 'department-name-unreadable',
      department,
    )
  }
  if (department.archived) return found('department-archived', department.name)
  return offered(department.name) > 1 ? found('department-ambiguous', department.name) : null
}

/** Old and new values as shown: all departments that have it, before and after. */
function changesOf(
  row: Row,
  module: KnownModule,
  {
    added,
    isDescribed,
    holders,
  }: { added: readonly DepartmentInFile[]; isDescribed: boolean } & Pick<Facts, 'holders'>,
): ListedChange[] {
  const gained = added.map(nameOf)
  return [
    ...(isDescribed ? [{ field: 'description', old: module.description, new: row.description }] : []),
    ...(gained.length > 0
      ? [{ field: 'departments', old: holders.join(', '), new: [...holders, ...gained].join(', ') }]
      : []),
  ]
}

function saysTheSame(one: Row, other: Row): boolean {
  const [mine, theirs] = [new Set(one.named), new Set(other.named)]
  return (
    one.description === other.description && mine.size === theirs.size && [...mine].every((name) => theirs.has(name))
  )
}

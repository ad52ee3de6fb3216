import { aboveSeats } from '#domain/enrollments/waiting.rules.ts'
import { concernsEnrolled } from '#domain/messages/change.rules.ts'
import type { TestmomentEdit, TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { type ListedModule, onlyModules } from '#domain/testmoments/testmoment-edit.rules.ts'
import { testmomentFieldTexts, testmomentModulesTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { type Finding, found } from './import.rules.ts'
import type { ListedChange } from './import.schema.ts'
import type { TestmomentVerdict } from './testmoments.texts.ts'

export interface NamedModule {
  id: number
  name: string
  active: boolean
}

export interface KnownMoment extends TestmomentFields {
  id: number
  version: number
  modules: readonly ListedModule[]
  /** number of modules for each student who is enrolled there */
  taken: readonly number[]
  /** modules in which a student is enrolled or waits there */
  held_module_ids: ReadonlySet<number>
}

/** Some fields of a moment, and all modules that it lists. */
export interface MomentValues {
  fields: TestmomentEdit
  modules: readonly ListedModule[]
}

export interface MomentUpdate {
  before: MomentValues
  after: MomentValues
  version: number
}

/** Remarks with the numbers of enrolled students that an update affects; they stay enrolled. */
export function remarksOn(
  before: KnownMoment,
  after: TestmomentFields,
  now: number,
): (Finding<TestmomentVerdict> | false)[] {
  const { taken } = before
  const isLimited = after.max_enrollments > 0 && after.max_enrollments !== before.max_enrollments
  const aboveLimit = isLimited ? taken.filter((modules) => modules > after.max_enrollments).length : 0
  const above = after.seats === before.seats ? 0 : aboveSeats({ seats: after.seats, taken: taken.length })
  return [
    concernsEnrolled({ before, after, now }) && taken.length > 0 && found('students-untold', String(taken.length)),
    aboveLimit > 0 && found('students-above-limit', String(aboveLimit)),
    above > 0 && found('students-above-seats', String(above)),
  ]
}

/**
 * Modules that a moment offers after the update: those in the list (none means all), and those in which a student is enrolled
 * or waits: an import removes none of these, and their names are `kept`.
 */
export function modulesAfter(
  { modules: before, held_module_ids }: KnownMoment,
  named: readonly NamedModule[],
  byId: ReadonlyMap<number, NamedModule>,
): { modules: readonly ListedModule[]; kept: string[] } {
  const isSame = named.length === before.length && named.every(({ id }) => before.some((module) => module.id === id))
  if (isSame) return { modules: before, kept: [] }
  const isOffered = (id: number) => before.length === 0 || before.some((module) => module.id === id)
  const currentModules = [...held_module_ids].filter(isOffered).flatMap((id) => byId.get(id) ?? [])
  // Offering all includes only active modules.
  const isLost = ({ id, active }: NamedModule) => (named.length === 0 ? !active : !named.some((one) => one.id === id))
  const lost = currentModules.filter(isLost)
  const kept = lost.map(({ name }) => name).toSorted()
  if (named.length === 0 && kept.length > 0) return { modules: before, kept }
  const wished = [...named, ...lost].map(({ id }) => ({ id }))
  return { modules: onlyModules(before, wished), kept }
}

const columns = {
  starts_at: 'starts',
  ends_at: 'ends',
  location: 'location',
  seats: 'seats',
  max_enrollments: 'limit',
  enrollments_open_at: 'opens',
  enrollments_close_at: 'closes',
} as const

const texts = testmomentFieldTexts('any-time')

export function changesBetween(
  before: MomentValues,
  after: MomentValues,
  nameOf: (moduleId: number) => string,
): ListedChange[] {
  const shown = <Name extends keyof typeof columns>(name: Name, { [name]: value }: TestmomentEdit): string =>
    value === undefined ? '' : texts[name].show(value as TestmomentFields[Name])
  const changed = <Name extends keyof typeof columns>(name: Name): ListedChange[] => {
    if (after.fields[name] === undefined || after.fields[name] === before.fields[name]) return []
    return [{ field: columns[name], old: shown(name, before.fields), new: shown(name, after.fields) }]
  }
  const namesOf = (listed: readonly ListedModule[]) => {
    const named = listed.map(({ id, auto_enroll }) => ({ name: nameOf(id), auto_enroll }))
    return testmomentModulesTexts.modules.show(named.toSorted((one, other) => one.name.localeCompare(other.name, 'nl')))
  }
  const [old, now] = [namesOf(before.modules), namesOf(after.modules)]
  return [
    ...(['starts_at', 'ends_at', 'location', 'seats', 'max_enrollments'] as const).flatMap((name) => changed(name)),
    ...(old === now ? [] : [{ field: 'modules', old, new: now }]),
    ...(['enrollments_open_at', 'enrollments_close_at'] as const).flatMap((name) => changed(name)),
  ]
}

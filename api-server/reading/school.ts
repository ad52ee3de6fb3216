import type { ModuleFacts } from '#domain/enrollments/enrollment.rules.ts'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'

/** What is the same for all students of the school, as it was under one revision. Nobody changes it: all readers share it. */
export interface School {
  revision: string
  /** those of the active year, past ones too, by id, earliest first */
  moments: ReadonlyMap<number, SchoolMoment>
  /** also those out of use, since somebody may still be enrolled in one */
  modules: ReadonlyMap<number, ModuleStatus['module']>
  /** by department, in the order of their names; only those in use */
  offered: ReadonlyMap<number, readonly OfferedModule[]>
}

export type SchoolMoment = MomentFacts & Omit<Testmoment, 'enrollments' | '_links'>

/** How a student stands with a module that they are not enrolled in: one of two, the same for everyone. */
export interface OfferedModule {
  module: ModuleStatus['module']
  todo: Standing
  completed: Standing
}

interface Standing {
  facts: ModuleFacts
  status: ModuleStatus
}

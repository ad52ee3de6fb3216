import { FEWEST_COUNTED } from '#domain/results/result.rules.ts'
import type { DepartmentResults, PassFigure } from './statistics.schema.ts'

/** Shown in place of a figure that would reveal one student's result. */
export const TOO_FEW = `minder dan ${FEWEST_COUNTED}`

/** '72% (36 van 50)' */
export const shareLabel = (part: number, whole: number): string =>
  `${Math.round((100 * part) / whole)}% (${part} van ${whole})`

/** Shown in place of a figure by which that of a smaller group could be found. */
export const WITHHELD = 'niet getoond'

export const withheldLabel = (students: number): string => (students < FEWEST_COUNTED ? TOO_FEW : WITHHELD)

export const departmentLabel = ({ department }: Pick<DepartmentResults, 'department'>): string =>
  department?.name ?? 'Zonder studierichting'

export const inClassGroupLabel = (name: string | null): string => name ?? 'Zonder klas'

export const passesLabel = (passes: PassFigure | null): string =>
  passes === null ? TOO_FEW : shareLabel(passes.passed, passes.counted)

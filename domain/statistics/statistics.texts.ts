import { FEWEST_COUNTED } from '#domain/results/result.rules.ts'
import type { PassFigure } from './statistics.schema.ts'

/** Shown in place of a figure that would reveal one student's result. */
export const TOO_FEW = `minder dan ${FEWEST_COUNTED}`

/** '72% (36 van 50)' */
export const shareLabel = (part: number, whole: number): string =>
  `${Math.round((100 * part) / whole)}% (${part} van ${whole})`

export const passesLabel = (passes: PassFigure | null): string =>
  passes === null ? TOO_FEW : shareLabel(passes.passed, passes.counted)

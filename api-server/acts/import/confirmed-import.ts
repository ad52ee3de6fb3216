import { planDigestOfLines, requirePlan } from '#api-server/platform/plans.ts'
import type { ImportPreview } from '#contract/import.ts'
import type { Work } from '#domain/import/csv.rules.ts'
import { countVerdicts, type Judged, type ListReading, weightOf } from '#domain/import/import.rules.ts'
import { Problem } from '#server/problem.ts'

/** List assessed against the current school: the outcome of each line, its findings, and the preview. */
export interface AssessedImport<
  Line extends Judged,
  Shown,
  Preview extends ImportPreview<Shown> = ImportPreview<Shown>,
> {
  lines: readonly Line[]
  preview: Preview
}

/** Throws the `ImportFault` of an unreadable list, with its line. */
export function requireReadable<Row>(reading: ListReading<Row>) {
  if (reading.read) return reading
  const { fault, line } = reading
  throw new Problem(fault, { details: line === undefined ? {} : { line } })
}

/**
 * Digest of each line with its verdict and findings, and of `place`, the target: a confirmation is valid only while exactly the
 * same would be done. Null if nothing would be done. Works line by line: see `Work`.
 */
export function* confirming(lines: readonly Judged[], place?: unknown): Work<string | null> {
  const { added, changed, errors } = countVerdicts(lines)
  if (errors > 0 || added + changed === 0) return null
  return yield* planDigestOfLines(place, lines)
}

/** Returns lines that have an effect. Throws `plan-changed` with the current plan if it differs from what was confirmed. */
export function requireConfirmedImport<Line extends Judged>(
  { lines, preview }: AssessedImport<Line, unknown>,
  confirmation: string,
): Line[] {
  requirePlan(preview, confirmation)
  return lines.filter((line) => weightOf(line).outcome !== 'skipped')
}

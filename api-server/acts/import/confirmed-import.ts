import { planDigestOfLines, requirePlan } from '#api-server/platform/plans.ts'
import type { ImportPreview } from '#contract/import.ts'
import type { Work } from '#domain/import/csv.rules.ts'
import { countVerdicts, type Judged, type ListReading, weightOf } from '#domain/import/import.rules.ts'
import { Problem } from '#server/problem.ts'

/** A list against the school as it is: what would become of each line, with what was found for it, and what is shown of that. */
export interface AssessedImport<
  Line extends Judged,
  Shown,
  Preview extends ImportPreview<Shown> = ImportPreview<Shown>,
> {
  lines: readonly Line[]
  preview: Preview
}

/** Throws the `ImportFault` of a list that cannot be read, with its line. */
export function requireReadable<Row>(reading: ListReading<Row>) {
  if (reading.read) return reading
  const { fault, line } = reading
  throw new Problem(fault, { details: line === undefined ? {} : { line } })
}

/**
 * Names every line with its verdict and what was found for it, and `place`, where it would go: a confirmation holds only
 * while just the same would be done. Null when nothing can be. Line by line: see `Work`.
 */
export function* confirming(lines: readonly Judged[], place?: unknown): Work<string | null> {
  const { added, changed, errors } = countVerdicts(lines)
  if (errors > 0 || added + changed === 0) return null
  return yield* planDigestOfLines(place, lines)
}

/** The lines of which something comes. Throws `plan-changed`, with what would be done now, when other ones were confirmed. */
export function requireConfirmedImport<Line extends Judged>(
  { lines, preview }: AssessedImport<Line, unknown>,
  confirmation: string,
): Line[] {
  requirePlan(preview, confirmation)
  return lines.filter((line) => weightOf(line).outcome !== 'skipped')
}

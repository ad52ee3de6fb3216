import { planChanged, planDigestOfLines } from '#api-server/platform/plans.ts'
import type { ImportPreview } from '#contract/import.calls.ts'
import type { Work } from '#domain/import/csv.rules.ts'
import { actsOn, countVerdicts, type Judged, type ListReading } from '#domain/import/import.rules.ts'
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

type Confirmations = Pick<ImportPreview<unknown>, 'confirmation' | 'confirmation_without'>

/**
 * Digest of each line with its verdict and findings, and of `place`, the target: a confirmation is valid only while exactly the
 * same would be done. A list with refused lines can only be confirmed without them. Both are null if nothing would be done.
 * Works line by line: see `Work`.
 */
export function* confirming(lines: readonly Judged[], place?: unknown): Work<Confirmations> {
  const { added, changed, errors } = countVerdicts(lines)
  const digest = added + changed === 0 ? null : yield* planDigestOfLines(place, lines)
  return errors > 0
    ? { confirmation: null, confirmation_without: digest }
    : { confirmation: digest, confirmation_without: null }
}

/** Throws `plan-changed` with the current plan unless it was confirmed, as a whole or without its refused lines. */
export function requireConfirmed(preview: Confirmations, confirmation: string): void {
  if ((preview.confirmation ?? preview.confirmation_without) !== confirmation) throw planChanged(preview)
}

/** Returns lines that have an effect. Throws `plan-changed` with the current plan if it differs from what was confirmed. */
export function requireConfirmedImport<Line extends Judged>(
  { lines, preview }: AssessedImport<Line, unknown>,
  confirmation: string,
): Line[] {
  requireConfirmed(preview, confirmation)
  return lines.filter(actsOn)
}

import type { StudentVerdict, TestmomentVerdict, VerdictCounts } from './import.schema.ts'

/** What a verdict means to its line; one line that is refused keeps the whole list out. */
export interface VerdictWeight {
  outcome: 'added' | 'skipped' | 'refused'
  /** worth knowing, though nothing is wrong */
  remark?: true
}

const added: VerdictWeight = { outcome: 'added' }
const skipped: VerdictWeight = { outcome: 'skipped' }
const refused: VerdictWeight = { outcome: 'refused' }

const verdictWeights = {
  new: added,
  'new-letters-lost': { ...added, remark: true },
  'new-without-name': { ...added, remark: true },
  registered: { ...added, remark: true },
  'new-past': { ...added, remark: true },
  known: skipped,
  'is-administrator': { ...skipped, remark: true },
  'without-role': { ...skipped, remark: true },
  repeated: { ...skipped, remark: true },
  contradicted: refused,
  shifted: refused,
  'address-missing': refused,
  'address-invalid': refused,
  'name-too-long': refused,
  'name-unreadable': refused,
  'department-unknown': refused,
  'department-archived': refused,
  'department-ambiguous': refused,
  'date-missing': refused,
  'date-invalid': refused,
  'duration-invalid': refused,
  'limit-invalid': refused,
  'module-unknown': refused,
  'module-inactive': refused,
  'opening-invalid': refused,
  'closing-invalid': refused,
  'opening-past': refused,
  'closing-past': refused,
  'opening-too-late': refused,
  'schedule-reversed': refused,
} satisfies Record<StudentVerdict | TestmomentVerdict, VerdictWeight>

interface Judged {
  verdict: StudentVerdict | TestmomentVerdict
}

export const weightOf = ({ verdict }: Judged): VerdictWeight => verdictWeights[verdict]

export const isAdded = (line: Judged): boolean => weightOf(line).outcome === 'added'

export function countVerdicts(lines: readonly Judged[]): VerdictCounts {
  const weights = lines.map(weightOf)
  const count = (wanted: VerdictWeight['outcome']) => weights.filter(({ outcome }) => outcome === wanted).length
  return {
    added: count('added'),
    skipped: count('skipped'),
    remarks: weights.filter(({ remark }) => remark).length,
    errors: count('refused'),
  }
}

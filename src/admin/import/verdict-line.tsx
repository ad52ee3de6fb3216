import { weightOf } from '#domain/import/import.rules.ts'
import type { StudentVerdict, TestmomentVerdict } from '#domain/import/import.schema.ts'
import { studentVerdictTexts, testmomentVerdictTexts } from '#domain/import/import.texts.ts'
import type { IconName } from '#src/ui/icon.tsx'
import { StatusLine, type Tone } from '#src/ui/status.tsx'
import type { JudgedLine } from './importable.ts'

export const StudentVerdictLine = ({ verdict, about }: JudgedLine & { verdict: StudentVerdict }) => (
  <StatusLine {...looksOf(verdict)}>{studentVerdictTexts[verdict](about)}</StatusLine>
)

export const TestmomentVerdictLine = ({ verdict, about }: JudgedLine & { verdict: TestmomentVerdict }) => (
  <StatusLine {...looksOf(verdict)}>{testmomentVerdictTexts[verdict](about)}</StatusLine>
)

function looksOf(verdict: JudgedLine['verdict']): { tone: Tone; icon: IconName } {
  const { outcome, remark } = weightOf({ verdict })
  if (outcome === 'refused') return { tone: 'danger', icon: 'alert' }
  if (remark) return { tone: 'warning', icon: 'info' }
  return outcome === 'added' ? { tone: 'success', icon: 'plus' } : { tone: 'neutral', icon: 'minus' }
}

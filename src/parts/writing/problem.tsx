import { lostAnswerEnding } from '#src/api/failure.texts.ts'
import { UnknownWritesAlert } from '#src/parts/lost-answers/unknown-writes-view.tsx'
import { Alert } from '#src/ui/alert.tsx'

interface ProblemProps {
  text: string | null | undefined
}

/** Shows in the form why a change was not made. A lost answer is not a failure, so it is not shown in red. */
export function Problem({ text }: ProblemProps) {
  if (!text) return null
  return lostAnswerEnding(text) ? <LostAnswerAlert text={text} /> : <Alert>{text}</Alert>
}

/** Alert about a lost answer, for a form that shows its failures at a field (`fieldError`). */
export function LostAnswerAlert({ text }: ProblemProps) {
  const ending = text ? lostAnswerEnding(text) : null
  if (!text || !ending) return null
  return ending === 'unknown' ? <UnknownWritesAlert fallback={text} /> : <Alert tone="neutral">{text}</Alert>
}

/** Failure to show at a field; undefined for a lost answer. */
export const fieldError = (text: ProblemProps['text']): string | undefined =>
  text && !lostAnswerEnding(text) ? text : undefined

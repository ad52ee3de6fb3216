import { lostAnswerEnding } from '#src/api/failure.texts.ts'
import { UnknownWritesAlert } from '#src/parts/lost-answers/unknown-writes-view.tsx'
import { Alert } from '#src/ui/alert.tsx'

interface ProblemProps {
  text: string | null | undefined
}

/** Why a change was not made, at the place where it was asked for. A lost answer is no failure, so it is not shown in red. */
export function Problem({ text }: ProblemProps) {
  if (!text) return null
  return lostAnswerEnding(text) ? <LostAnswerAlert text={text} /> : <Alert>{text}</Alert>
}

/** For a form that shows its failures at a field (`fieldError`): the alert about a lost answer. */
export function LostAnswerAlert({ text }: ProblemProps) {
  const ending = text ? lostAnswerEnding(text) : null
  if (!text || !ending) return null
  return ending === 'unknown' ? <UnknownWritesAlert fallback={text} /> : <Alert tone="neutral">{text}</Alert>
}

/** The failure to show at a field. */
export const fieldError = (text: ProblemProps['text']): string | undefined =>
  text && !lostAnswerEnding(text) ? text : undefined

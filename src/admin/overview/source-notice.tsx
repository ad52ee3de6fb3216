import { Link } from '@tanstack/react-router'
import type { SourceState } from '#domain/source/source.schema.ts'
import { Alert } from '#src/ui/alert.tsx'
import { sourceNoticeTexts as texts } from './overview.texts.ts'

/** Notices about the school's own system that a teacher decides on or should know of; null without such a system. */
export function SourceNotice({ source }: { source: SourceState }) {
  const [text, ...others] = noticesOf(source)
  if (text === undefined) return null
  return (
    <Alert tone="warning" live={false} title={text}>
      {others.map((other) => (
        <p key={other}>{other}</p>
      ))}
      <Link to="/admin/connections">{texts.look}</Link>
    </Alert>
  )
}

function noticeOf({ host, phase, counts }: Omit<SourceState, 'sending'>): string | null {
  if (host === null) return null
  if (phase === 'braked' || phase === 'previewed' || phase === 'failed') return texts[phase]
  return counts !== null && counts.waiting > 0 ? texts.waiting(counts.waiting) : null
}

/** Results that did not reach it come after what is read from it. */
const noticesOf = ({ sending, ...source }: SourceState): string[] => {
  const run = noticeOf(source)
  return [
    ...(run === null ? [] : [run]),
    ...(sending && sending.refused > 0 ? [texts.refused(sending.refused)] : []),
    ...(sending?.fault && sending.waiting > 0 ? [texts.stuck(sending.waiting)] : []),
  ]
}

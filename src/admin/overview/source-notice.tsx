import { Link } from '@tanstack/react-router'
import type { SourceState } from '#domain/source/source.schema.ts'
import { Alert } from '#src/ui/alert.tsx'
import { sourceNoticeTexts as texts } from './overview.texts.ts'

/** A run of the school's own system that waits for a teacher or failed; nothing without such a system. */
export function SourceNotice({ source }: { source: SourceState }) {
  const text = noticeOf(source)
  if (text === null) return null
  return (
    <Alert tone="warning" live={false} title={text}>
      <Link to="/admin/connections">{texts.look}</Link>
    </Alert>
  )
}

function noticeOf({ host, phase, counts }: SourceState): string | null {
  if (host === null) return null
  if (phase === 'braked' || phase === 'previewed' || phase === 'failed') return texts[phase]
  return counts !== null && counts.waiting > 0 ? texts.waiting(counts.waiting) : null
}

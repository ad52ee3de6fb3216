import { StatusLine } from '#src/ui/status.tsx'
import { useIsSlow } from './use-is-slow.ts'

/** Beside what is on its way, or a button that is busy: says so when it takes longer than people expect. */
export function SlowNotice({ isGoingOn = true }: { isGoingOn?: boolean }) {
  const isSlow = useIsSlow(isGoingOn)
  return (
    <div role="status">
      {isSlow && (
        <StatusLine tone="neutral" icon="info">
          Dit duurt langer dan anders. Even geduld…
        </StatusLine>
      )}
    </div>
  )
}

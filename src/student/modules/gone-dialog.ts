import { useEffect } from 'react'
import { goneTexts } from '#domain/enrollments/enrollment.texts.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'

/** Time (ms) in which lists that were just confirmed are rendered. */
const GONE_FOR_MS = 1_000

/** Says why the address has no dialog: the link may be old, or a teacher deleted the record. */
export function GoneDialog({ what, close }: { what: keyof typeof goneTexts; close: () => void }) {
  const notify = useNotify()
  const isConnected = useIsConnected()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each missing record
  useEffect(() => {
    if (!isConnected) return
    const timer = setTimeout(() => {
      notify('neutral', goneTexts[what])
      close()
    }, GONE_FOR_MS)
    return () => clearTimeout(timer)
  }, [what, isConnected])
  return null
}

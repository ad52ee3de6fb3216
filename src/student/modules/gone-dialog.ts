import { useEffect } from 'react'
import { goneTexts } from '#domain/enrollments/enrollment.texts.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'

/** ms in which the lists that were just confirmed are drawn */
const GONE_FOR = 1_000

interface GoneDialogProps {
  what: keyof typeof goneTexts
  close: () => void
}

/** Says why there is no dialog where the address asks for one: a link may be old, and a teacher may delete what one looks at. */
export function GoneDialog({ what, close }: GoneDialogProps) {
  const notify = useNotify()
  const isConnected = useIsConnected()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is gone
  useEffect(() => {
    if (!isConnected) return
    const timer = setTimeout(() => {
      notify('neutral', goneTexts[what])
      close()
    }, GONE_FOR)
    return () => clearTimeout(timer)
  }, [what, isConnected])
  return null
}

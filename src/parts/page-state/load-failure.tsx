import { type ErrorComponentProps, useMatches, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#src/ui/button/button.tsx'
import { adviceOn, failureTexts, kindOfFailure } from './load-failure.texts.ts'
import { PageMessage } from './page-message.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** what could not be done when this screen cannot be loaded, where it has words of its own */
    loadFailed?: string
  }
}

/** Stands where a screen could not be loaded, says why as far as that is known, and tries again. */
export function LoadFailure({ error }: ErrorComponentProps) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const kind = kindOfFailure(error)
  const whatFailed = useMatches({ select: (matches) => matches.at(-1)?.staticData.loadFailed })
  const retry = async () => {
    setBusy(true)
    await router.invalidate()
    setBusy(false)
  }
  return (
    <div role="alert">
      <PageMessage
        icon={kind === 'unreachable' ? 'unplugged' : 'alert'}
        title={(kind === 'broken' && whatFailed) || failureTexts[kind].title}
        action={
          <Button tone="primary" busy={busy} onClick={retry}>
            Opnieuw proberen
          </Button>
        }
      >
        {adviceOn(error)}
      </PageMessage>
    </div>
  )
}

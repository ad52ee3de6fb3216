import { type ErrorComponentProps, useMatches, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { kindOfFailure } from '#src/api/failure.texts.ts'
import { useConnection, useReloadOnReturn } from '#src/offline/connection-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { loadFailureText } from './load-failure.texts.ts'
import styles from './page-state.module.css'

interface PageMessageProps {
  icon: IconName
  title: string
  children: ReactNode
  /** what can be done about it */
  action?: ReactNode
}

/** A whole screen that has one thing to say. */
export const PageMessage = ({ icon, title, children, action }: PageMessageProps) => (
  <section className={styles.message}>
    <Icon name={icon} />
    <h2>{title}</h2>
    <p>{children}</p>
    {action}
  </section>
)

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** what could not be done when this screen cannot be loaded, where it has words of its own */
    loadFailed?: string
    /** where that is because there is no such record */
    gone?: string
  }
}

interface LoadFailureProps extends Pick<ErrorComponentProps, 'error'> {
  /** who is asked when nothing helps; for students their teacher */
  helper?: string
  /** where else to go */
  children?: ReactNode
}

/** Not what the server said or failed to say: a part of the app could not be loaded, which browsers try once a page. */
const isOfCode = (error: unknown): boolean => !(error instanceof ApiError) && !(error instanceof NetworkError)

/** Stands where a screen could not be loaded, says why as far as that is known, and tries again. */
export function LoadFailure({ error, helper, children }: LoadFailureProps) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const { isGone } = useConnection()
  const kind = kindOfFailure(error, isGone)
  useReloadOnReturn(isGone && isOfCode(error))
  const { loadFailed, gone } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  const { title, text } = loadFailureText(error, { whatFailed: loadFailed, gone, helper, isGone })
  const retry = async () => {
    setBusy(true)
    await router.invalidate()
    setBusy(false)
  }
  return (
    <div role="alert">
      <PageMessage
        icon={kind === 'unreachable' ? 'unplugged' : 'alert'}
        title={title}
        action={
          <>
            <Button tone="primary" busy={busy} onClick={retry}>
              Opnieuw proberen
            </Button>
            {children}
          </>
        }
      >
        {text}
      </PageMessage>
    </div>
  )
}

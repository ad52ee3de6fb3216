import { type ErrorComponentProps, useMatches, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { idText, kindOfFailure } from '#src/api/failure.texts.ts'
import { useConnection, useReloadOnReturn } from '#src/offline/connection-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { failureTexts } from './load-failure.texts.ts'
import { PageMessage } from './page-state.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** sentence for a failure to load this screen; default a general one */
    loadFailed?: string
    /** sentence if the record does not exist */
    gone?: string
  }
}

export interface LoadFailureProps extends Pick<ErrorComponentProps, 'error'> {
  /** person to ask when nothing helps; for students their teacher */
  helper?: string
  children?: ReactNode
}

/** Whether a part of the app failed to load, rather than the server's answer. Browsers try to load a module once per page. */
const isOfCode = (error: unknown): boolean => !(error instanceof ApiError) && !(error instanceof NetworkError)

/** Shown in place of a screen that failed to load: says why, as far as that is known, and can try again. */
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
        picture={kind === 'gone' ? 'not-found' : 'offline'}
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

interface WordsOfScreen {
  whatFailed?: string | undefined
  /** text for a record that does not exist */
  gone?: string | undefined
  /** person to ask when nothing helps */
  helper?: string | undefined
  /** whether there is no connection */
  isGone?: boolean
}

/** Title and text of a failure: the screen's own words if it has any, then the reason and advice. */
export function loadFailureText(
  error: unknown,
  { whatFailed, gone, helper, isGone }: WordsOfScreen,
): { title: string; text: string } {
  const kind = kindOfFailure(error, isGone)
  const { title } = failureTexts[kind]
  const advice = adviceOn(error, helper, isGone)
  if (!whatFailed) return { title, text: advice }
  if (kind === 'gone' && gone) return { title: whatFailed, text: gone }
  return { title: whatFailed, text: kind === 'broken' ? advice : `${title}. ${advice}` }
}

/** Advice; for an unforeseen failure with the person who can help, and the request's id in the server's log. */
function adviceOn(error: unknown, helper = 'je docent', isGone = false): string {
  const kind = kindOfFailure(error, isGone)
  const { advice } = failureTexts[kind]
  if (kind !== 'broken') return advice
  return `${advice} ${helper}.${idText(error instanceof ApiError ? error.requestId : null)}`
}

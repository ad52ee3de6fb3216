import { type ErrorComponentProps, useMatches, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { type FailureKind, idText, kindOfFailure } from '#src/api/failure.texts.ts'
import { useConnection, useReloadOnReturn } from '#src/offline/connection-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { PageMessage } from './page-state.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** failure when this screen cannot be loaded, where it has words of its own */
    loadFailed?: string
    /** where that is because there is no such record */
    gone?: string
  }
}

export interface LoadFailureProps extends Pick<ErrorComponentProps, 'error'> {
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

const busy = {
  title: 'Het is nu erg druk',
  advice: 'De server kan je aanvraag even niet aan. Wacht een halve minuut en probeer het dan opnieuw.',
}

const failureTexts = {
  unreachable: {
    title: 'Geen verbinding met de server',
    advice:
      'Controleer of je internet hebt. Zodra er weer verbinding is, verschijnt deze pagina vanzelf. Je blijft ingelogd.',
  },
  throttled: busy,
  busy,
  gone: {
    title: 'Dit is er niet (meer)',
    advice: 'Misschien heeft iemand anders het verwijderd, of klopt het adres niet.',
  },
  broken: {
    title: 'Deze pagina kon niet worden geladen',
    advice: 'Er is iets misgegaan bij het ophalen. Probeer het opnieuw; blijft het misgaan, vraag dan',
  },
} satisfies Record<FailureKind, { title: string; advice: string }>

interface WordsOfScreen {
  whatFailed?: string | undefined
  /** that there is no such record */
  gone?: string | undefined
  /** who is asked when nothing helps */
  helper?: string | undefined
  /** whether the connection is gone */
  isGone?: boolean
}

/** Failure, in the words of the screen where it has any, and below it the reason and advice. */
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

/** Advice, and for an unforeseen failure who can help, with the words that find it in the server's log. */
function adviceOn(error: unknown, helper = 'je docent', isGone = false): string {
  const kind = kindOfFailure(error, isGone)
  const { advice } = failureTexts[kind]
  if (kind !== 'broken') return advice
  return `${advice} ${helper}.${idText(error instanceof ApiError ? error.requestId : null)}`
}

import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Api } from '#src/api/api.ts'
import { type Activation, activationOf } from './activation.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** the key in this entry's address was accepted: a reload must not send it again, since it would be refused */
    activated?: Activation
  }
}

/** Null while the server is asked. */
export function useActivation(api: Api, key: string): { activation: Activation | null; retry: () => void } {
  const navigate = useNavigate()
  const activated = useLocation({ select: ({ state }) => state.activated })
  const [activation, setActivation] = useState<Activation | null>(null)

  useEffect(() => {
    if (activated || activation) return
    let isShown = true
    void activationOf(api, key).then((outcome) => {
      if (!isShown) return
      setActivation(outcome)
      if (outcome.result === 'activated') void navigate({ to: '.', replace: true, state: { activated: outcome } })
    })
    return () => {
      isShown = false
    }
  }, [api, key, activation, activated, navigate])

  return { activation: activated ?? activation, retry: () => setActivation(null) }
}

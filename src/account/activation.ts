import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { verifyUser } from '#contract/accounts.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { callFailureText } from './account-submission.ts'

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

/** `refused`: the server has judged the key, so that asking again is of no use. `failed`: it has not. */
type Activation =
  /** `resetKey`: a first password is still to be chosen, by this */
  { result: 'activated'; resetKey?: string | undefined } | { result: 'refused' | 'failed'; reason: string }

const asked = new Map<string, Promise<Activation>>()

/** A key works once, so each is sent once, however often a screen asks; again only when it was not judged. */
export function activationOf(api: Api, key: string): Promise<Activation> {
  const known = asked.get(key)
  if (known) return known
  const activation = activate(api, key)
  asked.set(key, activation)
  void activation.then(({ result }) => result === 'failed' && asked.delete(key))
  return activation
}

async function activate(api: Api, validation_key: string): Promise<Activation> {
  try {
    const { reset_key } = await api.call(verifyUser, { body: { validation_key } })
    return { result: 'activated', resetKey: reset_key }
  } catch (error) {
    return error instanceof ApiError && error.status === 404
      ? { result: 'refused', reason: error.sentence ?? callFailureText(error) }
      : { result: 'failed', reason: callFailureText(error) }
  }
}

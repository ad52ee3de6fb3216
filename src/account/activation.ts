import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { verifyUser } from '#contract/accounts.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { callFailureText, type Outcome, outcomeOf, type Submission, useSubmission } from './account-submission.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** the key in this entry's address was accepted: a reload shows so, where another press would be refused */
    activated?: boolean
  }
}

/** Result of a press; a link that the server has judged dead is `refused`, and pressing again is of no use. */
export type Activation = { result: 'activated' | 'password-needed' } | { result: 'refused'; reason: string }

interface ActivationForm {
  submission: Submission<string | undefined, Activation>
  isActivated: boolean
  /** from the first press on a device that did not make the registration */
  asksPassword: boolean
}

/** Nothing is sent before somebody presses: who opens the link may be a program that looks through mail. */
export function useActivation(api: Api, key: string): ActivationForm {
  const navigate = useNavigate()
  const isActivated = useLocation({ select: ({ state }) => state.activated === true })
  const [asksPassword, setAsksPassword] = useState(false)
  const submission = useSubmission(async (password: string | undefined) => {
    const outcome = await activate(api, key, password)
    if (outcome.reply?.result === 'activated') void navigate({ to: '.', replace: true, state: { activated: true } })
    if (outcome.reply?.result === 'password-needed') setAsksPassword(true)
    return outcome
  })
  return { submission, isActivated, asksPassword }
}

/** Never rejects. The problems are those of a password, or why no answer came. */
export async function activate(api: Api, validation_key: string, password?: string): Promise<Outcome<Activation>> {
  const call = api.call(verifyUser, { body: { validation_key, ...(password !== undefined && { password }) } })
  return outcomeOf(
    call.then(
      (): Activation => ({ result: 'activated' }),
      (error: unknown): Activation => {
        if (!(error instanceof ApiError)) throw error
        if (error.reason === 'password-needed') return { result: 'password-needed' }
        if (error.status === 404) return { result: 'refused', reason: error.sentence ?? callFailureText(error) }
        throw error
      },
    ),
  )
}

import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { verifyUser } from '#contract/accounts.gen.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { callFailureText, type Outcome, outcomeOf, type Submission, useSubmission } from './account-submission.ts'
import { rememberAddress } from './last-address.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** address of the account that this entry's key activated: a reload shows that, since another press would be refused */
    activated?: string
  }
}

/** Result of a press; `refused`: the server says that the link is dead, and pressing again is useless. */
export type Activation =
  | { result: 'activated'; username: string }
  | { result: 'password-needed'; username: string | undefined }
  | { result: 'refused'; reason: string }

interface ActivationForm {
  submission: Submission<string | undefined, Activation>
  activated: string | undefined
  /** whose password is asked, after the first press on a device other than the one that registered */
  asksPassword: { username: string | undefined } | undefined
}

/** Sends nothing before a press: a program that scans e-mail may open the link. */
export function useActivation(api: Api, key: string): ActivationForm {
  const navigate = useNavigate()
  const kept = useLocation({ select: ({ state }) => state.activated })
  const [asksPassword, setAsksPassword] = useState<ActivationForm['asksPassword']>()
  const submission = useSubmission(async (password: string | undefined) => {
    const outcome = await activate(api, key, password)
    const { reply } = outcome
    if (reply?.result === 'activated') void navigate({ to: '.', replace: true, state: { activated: reply.username } })
    if (reply?.result === 'password-needed') setAsksPassword(reply)
    return outcome
  })
  const reply = submission.outcome?.reply
  const activated = reply?.result === 'activated' ? reply.username : kept
  // Fills the login form, which is next.
  useEffect(() => {
    if (activated !== undefined) rememberAddress(activated)
  }, [activated])
  return { submission, activated, asksPassword }
}

/** Never rejects. Problems are those of a password, or why no answer came. */
export async function activate(api: Api, validation_key: string, password?: string): Promise<Outcome<Activation>> {
  const call = api.call(verifyUser, { body: { validation_key, ...(password !== undefined && { password }) } })
  return outcomeOf(
    call.then(
      ({ username }): Activation => ({ result: 'activated', username }),
      (error: unknown): Activation => {
        if (!(error instanceof ApiError)) throw error
        if (error.reason === 'password-needed') return { result: 'password-needed', username: ownerIn(error.details) }
        if (error.status === 404) return { result: 'refused', reason: error.sentence ?? callFailureText(error) }
        throw error
      },
    ),
  )
}

const ownerIn = (details: unknown): string | undefined =>
  typeof details === 'object' && details !== null && 'username' in details && typeof details.username === 'string'
    ? details.username
    : undefined

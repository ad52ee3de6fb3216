import { useEffect, useState } from 'react'
import { checkResetKey } from '#contract/account.ts'
import { resetKeyTexts } from '#domain/account/account.texts.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { callFailureText } from '../outcome.ts'

/** Why the link in the address does not work; null when something else is wrong. */
export function resetKeyText(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 404) return null
  return error.reason === 'expired' ? resetKeyTexts.expired : resetKeyTexts.unknown
}

/** `unsure`: the server could not be asked, so the link may well work. */
export type KeyJudgement = { result: 'usable' } | { result: 'dead' | 'unsure'; reason: string }

/** Never rejects. */
export async function judgeResetKey(api: Api, reset_key: string): Promise<KeyJudgement> {
  try {
    await api.call(checkResetKey, { body: { reset_key } })
    return { result: 'usable' }
  } catch (error) {
    const reason = resetKeyText(error)
    return reason === null ? { result: 'unsure', reason: callFailureText(error) } : { result: 'dead', reason }
  }
}

/** Null while the server is asked: meanwhile a password can be typed. */
export function useResetKey(api: Api, key: string): KeyJudgement | null {
  const [judgement, setJudgement] = useState<KeyJudgement | null>(null)
  useEffect(() => {
    let isShown = true
    void judgeResetKey(api, key).then((judged) => isShown && setJudgement(judged))
    return () => {
      isShown = false
    }
  }, [api, key])
  return judgement
}

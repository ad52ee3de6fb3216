import { resetKeyTexts } from '#domain/account/account.texts.ts'
import { ApiError } from '#src/api/api-error.ts'

/** Why the link in the address does not work; null when something else is wrong. */
export function resetKeyText(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 404) return null
  return error.reason === 'expired' ? resetKeyTexts.expired : resetKeyTexts.unknown
}

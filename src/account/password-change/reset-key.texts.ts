import type { ResetKeyRefusal } from '#contract/account.ts'
import { ApiError } from '#src/api/api-error.ts'

const texts = {
  expired: 'De gebruikte wachtwoord herstel link is verlopen.',
  unknown: 'De gebruikte wachtwoord hersel link is niet bekend.',
} satisfies Record<ResetKeyRefusal['reason'], string>

/** Why the link in the address does not work; null when something else is wrong. */
export function resetKeyText(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 404) return null
  return error.reason === 'expired' ? texts.expired : texts.unknown
}

/** Facts that decide the status of an account; `invited_until` as in `User`. */
interface AccountFacts {
  activated: boolean
  last_login_at?: string | null | undefined
  invited_until?: string | null | undefined
}

export type AccountStatus = 'activated' | 'no-letter' | 'invited' | 'expired'

export function accountStatusOf({ activated, invited_until }: AccountFacts, now: number): AccountStatus {
  if (activated) return 'activated'
  if (!invited_until) return 'no-letter'
  return Date.parse(invited_until) > now ? 'invited' : 'expired'
}

export const accountStatusTexts = {
  activated: 'Geactiveerd',
  'no-letter': 'Nog geen brief',
  invited: 'Uitgenodigd',
  expired: 'Uitnodiging verlopen',
} satisfies Record<AccountStatus, string>

import { changePassword, requestPasswordReset } from '#contract/accounts.gen.ts'
import { getOwnUser } from '#contract/first-reads.gen.ts'
import { deleteSession, listUserSessions, loginCheck, refreshToken } from '#contract/sessions.gen.ts'
import { createApi, createPublicApi } from '#src/api/api.ts'
import type { Mailbox } from '#tests/support/mail/mailbox.ts'
import { PASSWORD, type Product } from './product.ts'
import type { Situation } from './situation.ts'

/** Uses a refresh token from another device; gives its successor, and rejects as the API client does. */
export async function refreshElsewhere({ url }: Product, token: string): Promise<string> {
  const { refresh_token } = await createPublicApi(url).call(refreshToken, { body: { refresh_token: token } })
  return refresh_token
}

/** This person logs in on another device, and ends all their other logins there. */
export async function endOtherLogins({ url }: Product, { username }: Pick<Situation, 'username'>): Promise<void> {
  const body = { username, password: PASSWORD }
  const { token } = await createPublicApi(url).call(loginCheck, { body })
  const api = createApi({ origin: url, bearer: async () => token, unauthorized: () => {} })
  const { _links } = await api.call(getOwnUser)
  if (!_links.sessions) throw new Error('this person may not see their logins')
  const { entities } = await api.follow(listUserSessions, _links.sessions)
  for (const { current, _links } of entities)
    if (!current && _links.delete) await api.follow(deleteSession, _links.delete)
}

/** The student chooses a new password on another device, by the letter that comes. */
export async function changePasswordElsewhere(
  { url }: Product,
  mailbox: Mailbox,
  { username }: Situation,
  password: string,
): Promise<void> {
  const api = createPublicApi(url)
  await api.call(requestPasswordReset, { body: { username } })
  const { link } = await mailbox.take(username)
  const reset_key = link.split('/').at(-1) ?? ''
  await api.call(changePassword, { body: { reset_key, password, password_repeat: password } })
}

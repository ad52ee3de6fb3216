import type { Generated } from 'kysely'
import type { LoginNoticeKind, TicketKind } from '#domain/logins/login.schema.ts'

/** Somebody at a provider of logins (OpenID Connect): for ever known by issuer and subject, whatever their address is. */
export interface ExternalIdentityTable {
  id: Generated<number>
  user_id: number
  issuer: string
  subject: string
  linked_at: string
  last_used_at: string | null
}

/** The person who had this login when their account was deleted gets no new account by it until an administrator lifts that. */
export interface BarredIdentityTable {
  id: Generated<number>
  /** keyed, of issuer and subject; its first letters are the code that the person is shown */
  identity_hash: string
  /** id that the account had: the log names it by that */
  account_id: number
  barred_at: string
  last_tried_at: string | null
}

/** Problem at a login that an administrator has to look at. */
export interface LoginNoticeTable {
  id: Generated<number>
  kind: LoginNoticeKind
  user_id: number
  /** who has the number or the address now */
  other_user_id: number | null
  created_at: string
  settled_at: string | null
}

/**
 * Ticket that is valid once and for minutes: a login on its way to or from the provider, a password that waits for its
 * second factor.
 */
export interface LoginTicketTable {
  id: Generated<number>
  kind: TicketKind
  /** SHA-256 of what its holder shows, base64url */
  secret_hash: string
  /** SHA-256 of the cookie of the browser that it is for; null where it is for any */
  browser_hash: string | null
  user_id: number | null
  /** user who is logged in already and proves again who they are */
  session_id: number | null
  /** JSON text, by kind */
  data: string
  /** wrong answers that were tried with it */
  attempts: Generated<number>
  /** those of them that were codes of an authenticator app */
  wrong_codes: Generated<number>
  created_at: string
  expires_at: string
}

export interface PasskeyTable {
  id: Generated<number>
  user_id: number
  /** base64url, as the browser gives it */
  credential_id: string
  /** COSE, base64url */
  public_key: string
  counter: number
  /** JSON text: how it can be reached, as the browser said */
  transports: string
  name: string
  /** it is kept by more devices than one */
  backed_up: boolean
  created_at: string
  last_used_at: string | null
}

/** The codes of an authenticator app (RFC 6238). */
export interface TotpTable {
  user_id: number
  /** sealed with a key of the server */
  secret: string
  created_at: string
  /** null until a first code was right */
  confirmed_at: string | null
  /** step of the code that was used last: no code is valid twice */
  last_step: number | null
}

export interface RecoveryCodeTable {
  id: Generated<number>
  user_id: number
  /** keyed */
  code_hash: string
  created_at: string
  used_at: string | null
}

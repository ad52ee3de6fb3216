import type { Generated } from 'kysely'
import type { LoginNoticeKind, TicketKind } from '#domain/logins/login.schema.ts'

export interface LoginTables {
  /** Identity at a login provider (OpenID Connect), for ever identified by issuer and subject, whatever its address is. */
  external_identity: {
    id: Generated<number>
    user_id: number
    issuer: string
    subject: string
    linked_at: string
    last_used_at: string | null
  }

  /** Identity of a deleted account: it gets no new account until an administrator lifts this. */
  barred_identity: {
    id: Generated<number>
    /** HMAC of issuer and subject; its first letters are the code that the person is shown */
    identity_hash: string
    /** id of the deleted account, by which the log names it */
    account_id: number
    barred_at: string
    last_tried_at: string | null
  }

  /** Problem at a login that an administrator has to look at. */
  login_notice: {
    id: Generated<number>
    kind: LoginNoticeKind
    user_id: number
    /** user who has the number or the address now */
    other_user_id: number | null
    created_at: string
    settled_at: string | null
  }

  /**
   * Ticket that is valid once and for minutes: a login on its way to or from the provider, a password that waits for its
   * second factor.
   */
  login_ticket: {
    id: Generated<number>
    kind: TicketKind
    /** SHA-256 of the secret that its holder presents, base64url */
    secret_hash: string
    /** SHA-256 of the cookie of the only browser that may use it; null for any browser */
    browser_hash: string | null
    user_id: number | null
    /** session of a logged-in user who proves their identity again */
    session_id: number | null
    /** JSON text, by kind */
    data: string
    /** number of wrong answers with this ticket */
    attempts: Generated<number>
    /** how many of `attempts` were codes of an authenticator app */
    wrong_codes: Generated<number>
    created_at: string
    expires_at: string
  }

  passkey: {
    id: Generated<number>
    user_id: number
    /** base64url, as the browser sends it */
    credential_id: string
    /** COSE, base64url */
    public_key: string
    counter: number
    /** JSON text: how to reach it, as the browser reported */
    transports: string
    name: string
    /** stored on more than one device */
    backed_up: boolean
    created_at: string
    last_used_at: string | null
  }

  /** Secret of an authenticator app (RFC 6238). */
  totp: {
    user_id: number
    /** encrypted with a key of the server */
    secret: string
    created_at: string
    /** null until a first code was right */
    confirmed_at: string | null
    /** step of the code that was used last: no code is valid twice */
    last_step: number | null
  }

  recovery_code: {
    id: Generated<number>
    user_id: number
    /** HMAC of the code */
    code_hash: string
    created_at: string
    used_at: string | null
  }
}

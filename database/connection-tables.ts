import type { Generated } from 'kysely'
import type { RefusalKind } from '#domain/oeapi/refusal.rules.ts'

export interface ConnectionTables {
  /** System of the school that may call /oeapi, until a teacher revokes it. */
  connection: {
    id: Generated<number>
    name: string
    /** name by which the system asks for a token (RFC 6749 §2.2) */
    client_id: string
    /** scope names separated by spaces */
    scopes: string
    /** SHA-256 of its secret, base64url; null if it proves itself with a key */
    secret_hash: string | null
    /** hash of the secret before it, which is valid until `former_until` */
    former_hash: string | null
    former_until: string | null
    /** JSON Web Key, public part only */
    public_key: string | null
    /** whether the results that it sends are published at once; otherwise a teacher does */
    publishes: Generated<boolean>
    /** teacher who made it; null once the account is deleted */
    maker_id: number | null
    created_at: string
    /** to the minute */
    last_used_at: string | null
    revoked_at: string | null
  }

  /** Signed assertion that was used for a token, so that it is not used again while it is valid. */
  connection_assertion: {
    connection_id: number
    /** SHA-256 of what distinguishes it from others, base64url */
    hash: string
    until: string
  }

  /** Number of requests of a connection for one kind of data on one day, until the log has a line about that day. */
  connection_reading: {
    connection_id: number
    /** day in Amsterdam */
    day: string
    kind: string
    requests: number
  }

  /** Request of a connection that was refused; the last ten of each are kept. */
  connection_refusal: {
    id: Generated<number>
    connection_id: number
    at: string
    /** 'GET /persons/:id': without ids and parameters, which may be about a person */
    asked: string
    kind: RefusalKind
  }
}

/** Where the bare app finds by what token, and at which addresses, it reads what it shows. */
export const BARE_SESSION = 'bare-session'

export interface BareSession {
  token: string
  statuses: string
  testmoments: string
}

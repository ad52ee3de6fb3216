import { endpoint } from './endpoint.ts'
import type * as schemas from './logins.schema.ts'

/** Ends all other logins; this one goes on with these tokens. 422 `current-password-wrong`, or sentences as with a reset. */
export const changeOwnPassword = endpoint<typeof schemas.changeOwnPasswordSchemas>('PUT', '/user/:id/password', {
  kind: 'own-protocol',
})

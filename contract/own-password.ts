import { endpoint } from './endpoint.ts'
import type * as schemas from './logins.schema.ts'

/** Changes the password and ends all other sessions. 422 `current-password-wrong`, or sentences. */
export const changeOwnPassword = endpoint<typeof schemas.changeOwnPasswordSchemas>('PUT', '/user/:id/password', {
  kind: 'own-protocol',
})

import type { User } from '#domain/user/user.schema.ts'
import type { Api } from '#src/api/api.ts'

/** What guards and loaders work with; there is a user before any route is asked for. */
export interface RouterContext {
  api: Api
  user: User
}

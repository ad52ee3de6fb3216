import type { User } from '#domain/user/user.schema.ts'
import type { Api } from '#src/api/api.ts'

/** What guards and loaders work with. Behind a guard there is a user. */
export interface RouterContext {
  /** for whoever is logged in */
  api: Api
  publicApi: Api
  user: User | null
}

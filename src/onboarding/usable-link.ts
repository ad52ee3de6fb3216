import type { Link } from '#domain/entities/entity.schema.ts'
import type { User } from '#domain/users/user.schema.ts'

/** Throws when the server does not offer it to this user now. */
export function usableLink({ _links }: User, name: keyof User['_links']): Link {
  const link = _links[name]
  if (!link) throw new Error(`The user has no link ${name}`)
  return link
}

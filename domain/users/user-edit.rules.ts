import { type NameRefusal, nameRefusal, tidyName } from './name.rules.ts'
import type { UserEdit } from './user-edit.schema.ts'
import type { UserFields } from './user-edit.texts.ts'

type Names = Pick<UserEdit, 'first_name' | 'last_name'>

/**
 * What is wrong with each of the names that an administrator gives. One that stays as it is passes: an account can be
 * activated before its owner has filled in any.
 */
export function newNameRefusals(edit: Names, user: Names): Record<keyof Names, NameRefusal | null> {
  const refusalOf = (name: keyof Names) => (tidyName(edit[name]) === user[name] ? null : nameRefusal(edit[name]))
  return { first_name: refusalOf('first_name'), last_name: refusalOf('last_name') }
}

/**
 * What becomes of a user by an administrator's edit. Of other roles than the user has the first is set, as the form
 * does; the same roles, sent along with other changes, stay all.
 */
export function editedUser(edit: UserEdit, user: UserFields): UserFields {
  const [role] = edit.roles ?? []
  const keepsRoles = role === undefined || edit.roles?.join() === user.roles.join()
  return {
    first_name: tidyName(edit.first_name),
    last_name: tidyName(edit.last_name),
    roles: keepsRoles ? user.roles : [role],
    activated: edit.activated ?? user.activated,
  }
}

import type { WithMessage } from '#domain/messages/message.schema.ts'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import type { ConfirmationLetters, User, UserCreation, UserEdit } from '#domain/users/user.schema.ts'
import type {
  BatchUser,
  BatchUserAct,
  PlannedUser,
  SettledUser,
  UserAct,
  UserGroup,
} from '#domain/users/user-act.schema.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import {
  type ById,
  type ByPaging,
  type EntityReply,
  endpoint,
  type FromCursor,
  type ListReply,
  type Sorted,
} from './endpoint.ts'
import type { Confirmed } from './refusals.ts'

export const getOwnUser = endpoint<{ reply: User }>('GET', '/user')
export const getUser = endpoint<{ params: ById; reply: User }>('GET', '/user/:id')

/** By the user's link `edit`. 409 on a stale version; 422 with a `NameRefusal` or a `StudentNumberRefusal`. Another role may ask first. */
export const editUser = endpoint<{ params: ById; query: Confirmed; body: UserEdit; reply: EntityReply<User> }>(
  'PUT',
  '/user/:id',
  'userEdited',
)

/** By the user's link `confirmation_letters`: of a student, for themselves. */
export const getConfirmationLetters = endpoint<{ params: ById; reply: ConfirmationLetters }>(
  'GET',
  '/user/:id/confirmation-letters',
)
export const chooseConfirmationLetters = endpoint<{
  params: ById
  body: ConfirmationLetters
  reply: EntityReply<ConfirmationLetters>
}>('PUT', '/user/:id/confirmation-letters', 'userEdited')

/** The modules of the student's department, with where they are enrolled; by the user's link `module_statuses`. */
export const listModuleStatuses = endpoint<{ params: ById; reply: ListReply<ModuleStatus> }>(
  'GET',
  '/user/:id/module-statuses',
)

/** The current moments of the active school year with this user's enrollments; by the user's link `testmoments`. */
export const listUserTestmoments = endpoint<{
  params: ById
  query: { module_id?: number }
  reply: ListReply<Testmoment>
}>('GET', '/user/:id/testmoments')

/**
 * For administrators; by username, unless sorted otherwise. `search` finds every one of its words in a name, the address or the
 * student number, accents or not. With `count` the first page also says how many there are in all.
 */
export const listUsers = endpoint<{
  params: ByPaging
  query: FromCursor & SortedUsers & UserFilter & { count?: true }
  reply: ListReply<User> & { count?: number }
}>('GET', '/users/:paging')

export type SortedUsers = Sorted<'username' | 'first_name' | 'last_name'>

/** An .xlsx of the list as it is shown, all pages of it. 422 `users-too-many`. Asks for a recent proof. For administrators. */
export const exportUsers = endpoint<{ query: SortedUsers & UserFilter; reply: string }>('GET', '/users/export')

/** Makes one account, and has its owner written to unless that is for later. 422 with what is wrong with it. For administrators. */
export const addUser = endpoint<{ body: UserCreation; reply: EntityReply<User> }>('POST', '/user', 'userCreated')

/** What an act on many would do to each, as it is now; nothing is changed. 422 `users-too-many`. For administrators. */
export const previewUserAct = endpoint<{
  body: { act: UserAct; group: UserGroup }
  reply: {
    people: PlannedUser[]
    /** students who would lose a place on a waiting list */
    waits_ended: number
  }
}>('POST', '/users/act/preview', { kind: 'question' })

/**
 * Does it to some of them, all or nothing of what can be. It may be asked again: what is as was asked for is `already`, and
 * nobody is written to twice. The message goes to those whose enrollments end by another department. Deleting asks for a recent proof. For administrators.
 */
export const carryOutUserAct = endpoint<{
  body: { act: BatchUserAct; users: BatchUser[] } & WithMessage
  reply: { users: SettledUser[] }
}>('POST', '/users/act', 'userEdited')

/** By the user's link `delete`, with all that is theirs; may ask first. 422 `own-account`: so the last administrator stays. */
export const deleteUser = endpoint<{
  params: ById
  query: Confirmed
  reply: EntityReply<User> & { enrollments_deleted: number }
}>('DELETE', '/user/:id', 'userDeleted')

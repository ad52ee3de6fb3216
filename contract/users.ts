import { endpoint } from './endpoint.ts'
import type * as schemas from './users.schema.ts'

export const getOwnUser = endpoint<typeof schemas.getOwnUserSchemas>('GET', '/user')
export const getUser = endpoint<typeof schemas.getUserSchemas>('GET', '/user/:id')

/**
 * Edits a user. 409 on a stale version; 422 with a `NameRefusal`, a `StudentNumberRefusal` or a `ClassGroupRefusal`. Another
 * role may need a confirmation. The user's link `edit`.
 */
export const editUser = endpoint<typeof schemas.editUserSchemas>('PUT', '/user/:id', 'userEdited')

/** Whether a student gets confirmation letters; for themselves. The user's link `confirmation_letters`. */
export const getConfirmationLetters = endpoint<typeof schemas.getConfirmationLettersSchemas>(
  'GET',
  '/user/:id/confirmation-letters',
)
export const chooseConfirmationLetters = endpoint<typeof schemas.chooseConfirmationLettersSchemas>(
  'PUT',
  '/user/:id/confirmation-letters',
  'userEdited',
)

/** The modules of the student's department, with where they are enrolled; by the user's link `module_statuses`. */
export const listModuleStatuses = endpoint<typeof schemas.listModuleStatusesSchemas>('GET', '/user/:id/module-statuses')

/** The current moments of the active school year with this user's enrollments; by the user's link `testmoments`. */
export const listUserTestmoments = endpoint<typeof schemas.listUserTestmomentsSchemas>('GET', '/user/:id/testmoments')

/**
 * For administrators; by username, unless sorted otherwise. `search` finds every one of its words in a name, the address or the
 * student number, accents or not. With `count` the first page also says how many there are in all.
 */
export const listUsers = endpoint<typeof schemas.listUsersSchemas>('GET', '/users/:paging')

/** The class groups that students are in, by name: to filter by, and to choose from. For administrators. */
export const listClassGroups = endpoint<typeof schemas.listClassGroupsSchemas>('GET', '/class-groups')

/** An .xlsx of the list as it is shown, all pages of it. 422 `users-too-many`. Asks for a recent proof. For administrators. */
export const exportUsers = endpoint<typeof schemas.exportUsersSchemas>('GET', '/users/export')

/** Makes one account, and has its owner written to unless that is for later. 422 with what is wrong with it. For administrators. */
export const addUser = endpoint<typeof schemas.addUserSchemas>('POST', '/user', 'userCreated')

/** Previews an act on many users for each of them; nothing is changed. 422 `users-too-many`. For administrators. */
export const previewUserAct = endpoint<typeof schemas.previewUserActSchemas>('POST', '/users/act/preview', {
  kind: 'question',
})

/**
 * Does it to some of them, all or nothing of what can be. It may be asked again: what is as was asked for is `already`, and
 * nobody is written to twice. The message goes to those whose enrollments end by another department. Deleting asks for a
 * recent proof. For administrators.
 */
export const carryOutUserAct = endpoint<typeof schemas.carryOutUserActSchemas>('POST', '/users/act', 'userEdited')

/**
 * Deletes a user with all their data; may need a confirmation. 422 `own-account`: so the last administrator stays. The
 * user's link `delete`.
 */
export const deleteUser = endpoint<typeof schemas.deleteUserSchemas>('DELETE', '/user/:id', 'userDeleted')

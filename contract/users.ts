import { endpoint } from './endpoint.ts'
import type * as schemas from './users.schema.ts'

export const getOwnUser = endpoint<typeof schemas.getOwnUserSchemas>('GET', '/user')
export const getUser = endpoint<typeof schemas.getUserSchemas>('GET', '/user/:id')

/**
 * Edits a user. 409 for a stale version; 422 with a `NameRefusal`, a `StudentNumberRefusal` or a `ClassGroupRefusal`. Another
 * role may need a confirmation. The user's link `edit`.
 */
export const editUser = endpoint<typeof schemas.editUserSchemas>('PUT', '/user/:id', 'userEdited')

/** Returns whether the student wants confirmation e-mails; one's own only. The user's link `confirmation_letters`. */
export const getConfirmationLetters = endpoint<typeof schemas.getConfirmationLettersSchemas>(
  'GET',
  '/user/:id/confirmation-letters',
)
export const chooseConfirmationLetters = endpoint<typeof schemas.chooseConfirmationLettersSchemas>(
  'PUT',
  '/user/:id/confirmation-letters',
  'userEdited',
)

/** Lists the modules of the student's department, with their enrollments. The user's link `module_statuses`. */
export const listModuleStatuses = endpoint<typeof schemas.listModuleStatusesSchemas>('GET', '/user/:id/module-statuses')

/** Lists the current moments of the active school year with this user's enrollments. The user's link `testmoments`. */
export const listUserTestmoments = endpoint<typeof schemas.listUserTestmomentsSchemas>('GET', '/user/:id/testmoments')

/**
 * Lists users, by default by username. `search` matches if each of its words is in a name, the address or the student number,
 * with or without accents. With `count` the first page has the total number. For administrators.
 */
export const listUsers = endpoint<typeof schemas.listUsersSchemas>('GET', '/users/:paging')

/** Lists the class groups that students are in, by name: to filter by, and to choose from. For administrators. */
export const listClassGroups = endpoint<typeof schemas.listClassGroupsSchemas>('GET', '/class-groups')

/** Exports the list as shown, all pages, as an .xlsx. 422 `users-too-many`. Needs a recent proof. For administrators. */
export const exportUsers = endpoint<typeof schemas.exportUsersSchemas>('GET', '/users/export')

/** Makes an account, and mails its owner unless that is for later. 422 with the errors. For administrators. */
export const addUser = endpoint<typeof schemas.addUserSchemas>('POST', '/user', 'userCreated')

/** Previews an act on many users, for each of them; changes nothing. 422 `users-too-many`. For administrators. */
export const previewUserAct = endpoint<typeof schemas.previewUserActSchemas>('POST', '/users/act/preview', {
  kind: 'question',
})

/**
 * Carries out the act on some users, all or nothing of what is possible. Repeatable: a user in the requested state is
 * `already`, and nobody is mailed twice. The message goes to those whose enrollments end by another department. Deleting needs
 * a recent proof. For administrators.
 */
export const carryOutUserAct = endpoint<typeof schemas.carryOutUserActSchemas>('POST', '/users/act', 'userEdited')

/**
 * Deletes a user with all their data; may need a confirmation. 422 `own-account`, which keeps the last administrator. The
 * user's link `delete`.
 */
export const deleteUser = endpoint<typeof schemas.deleteUserSchemas>('DELETE', '/user/:id', 'userDeleted')

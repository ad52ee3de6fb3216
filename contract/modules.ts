import { endpoint } from './endpoint.ts'
import type * as schemas from './modules.schema.ts'

/** Lists modules; archived ones only with `archived=1`. */
export const listModules = endpoint<typeof schemas.listModulesSchemas>('GET', '/modules')

/** Creates a module. 422 with `module-name-taken` or a `SchoolNameRefusal`. For administrators. */
export const createModule = endpoint<typeof schemas.createModuleSchemas>('POST', '/module', 'moduleCreated')

/**
 * Edits a module. The module's link `edit`, or `archive` and `unarchive`, which set `archived`. An archived module is inactive,
 * and stays so when it is unarchived; 409 `module-archived` for other requests.
 */
export const editModule = endpoint<typeof schemas.editModuleSchemas>('PUT', '/module/:id', 'moduleEdited')

/** Counts the records that depend on a module: with any, it can be archived but not deleted. The module's link `use`. */
export const getModuleUse = endpoint<typeof schemas.getModuleUseSchemas>('GET', '/module/:id/use')

/**
 * Deletes a module. 409 `module-in-use` with the records that depend on it, or `confirmation-needed`. The module's link
 * `delete`.
 */
export const deleteModule = endpoint<typeof schemas.deleteModuleSchemas>('DELETE', '/module/:id', 'moduleEdited')

/**
 * Completes modules. Ends the student's current enrollments in them, even where enrollment is closed. The user's link
 * `modules_completed`.
 */
export const completeModules = endpoint<typeof schemas.completeModulesSchemas>(
  'PATCH',
  '/user/:id/modules-completed',
  'enrollmentsChanged',
)

/**
 * Reopens completed modules; enrolls the student where that is automatic. 422 `completion-by-result` for students; an
 * administrator can reopen modules completed by a result, and no others. The user's link `modules_uncompleted`.
 */
export const uncompleteModules = endpoint<typeof schemas.uncompleteModulesSchemas>(
  'PATCH',
  '/user/:id/modules-uncompleted',
  'enrollmentsChanged',
)

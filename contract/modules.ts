import { endpoint } from './endpoint.ts'
import type * as schemas from './modules.schema.ts'

/** Those that were put away are left out unless they are asked for, with `archived=1`. */
export const listModules = endpoint<typeof schemas.listModulesSchemas>('GET', '/modules')

/** For administrators. 422 with `module-name-taken` or a `SchoolNameRefusal`. */
export const createModule = endpoint<typeof schemas.createModuleSchemas>('POST', '/module', 'moduleCreated')

/**
 * Edits a module. The module's link `edit`, or `archive` and `unarchive`, which set `archived`. An archived module is
 * inactive, and comes back so; 409 `module-archived` for a request that wants otherwise.
 */
export const editModule = endpoint<typeof schemas.editModuleSchemas>('PUT', '/module/:id', 'moduleEdited')

/** Counts the records that depend on a module, which can then be archived and not deleted. The module's link `use`. */
export const getModuleUse = endpoint<typeof schemas.getModuleUseSchemas>('GET', '/module/:id/use')

/**
 * Deletes a module. 409 `module-in-use` with the records that depend on it, or `confirmation-needed`. The module's link
 * `delete`.
 */
export const deleteModule = endpoint<typeof schemas.deleteModuleSchemas>('DELETE', '/module/:id', 'moduleEdited')

/**
 * Completes modules. Ends the student's current enrollments in them, also where closed. The user's link
 * `modules_completed`.
 */
export const completeModules = endpoint<typeof schemas.completeModulesSchemas>(
  'PATCH',
  '/user/:id/modules-completed',
  'enrollmentsChanged',
)

/**
 * Takes completions back. Enrolls the student where that is automatic. 422 `completion-by-result` to the student
 * themselves; an administrator takes back such completions, and no others. The user's link `modules_uncompleted`.
 */
export const uncompleteModules = endpoint<typeof schemas.uncompleteModulesSchemas>(
  'PATCH',
  '/user/:id/modules-uncompleted',
  'enrollmentsChanged',
)

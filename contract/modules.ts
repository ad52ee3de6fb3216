import { endpoint } from './endpoint.ts'
import type * as schemas from './modules.schema.ts'

/** Those that were put away are left out unless they are asked for, with `archived=1`. */
export const listModules = endpoint<typeof schemas.listModulesSchemas>('GET', '/modules')

/** For administrators. 422 with `module-name-taken` or a `SchoolNameRefusal`. */
export const createModule = endpoint<typeof schemas.createModuleSchemas>('POST', '/module', 'moduleCreated')

/**
 * By the module's link `edit`, or `archive` and `unarchive`, which say `archived`. What is put away is out of use, and comes
 * back so; 409 `module-archived` to who would have it otherwise.
 */
export const editModule = endpoint<typeof schemas.editModuleSchemas>('PUT', '/module/:id', 'moduleEdited')

/** By the module's link `use`: what hangs on it, so that it can be archived and not deleted. */
export const getModuleUse = endpoint<typeof schemas.getModuleUseSchemas>('GET', '/module/:id/use')

/** By the module's link `delete`. 409 `module-in-use` with what hangs on it, or `confirmation-needed`. */
export const deleteModule = endpoint<typeof schemas.deleteModuleSchemas>('DELETE', '/module/:id', 'moduleEdited')

/** By the user's link `modules_completed`. Ends the student's current enrollments in these modules, also where closed. */
export const completeModules = endpoint<typeof schemas.completeModulesSchemas>(
  'PATCH',
  '/user/:id/modules-completed',
  'enrollmentsChanged',
)

/**
 * By the user's link `modules_uncompleted`. Enrolls the student where that is automatic. 422 `completion-by-result` to the
 * student themselves; an administrator takes back such completions, and no others.
 */
export const uncompleteModules = endpoint<typeof schemas.uncompleteModulesSchemas>(
  'PATCH',
  '/user/:id/modules-uncompleted',
  'enrollmentsChanged',
)

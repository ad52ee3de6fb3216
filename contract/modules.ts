import type { ModuleStatus } from '#domain/enrollments/module-status.schema.ts'
import type { ListedModule, Module, ModuleCreation, ModuleEdit, ModuleUse } from '#domain/modules/module.schema.ts'
import { type ById, type EntityReply, endpoint, type ListReply } from './endpoint.ts'
import type { Confirmed } from './refusals.ts'

/** Those that were put away are left out unless they are asked for, with `archived=1`. */
export const listModules = endpoint<{ query: { archived?: '1' }; reply: ListReply<ListedModule> }>('GET', '/modules')

/** For administrators. 422 with `module-name-taken` or a `SchoolNameRefusal`. */
export const createModule = endpoint<{ body: ModuleCreation; reply: EntityReply<ListedModule> }>(
  'POST',
  '/module',
  'moduleCreated',
)

export interface ModuleEditReply extends EntityReply<ListedModule> {
  /** with a current enrollment in it, which they keep also when it goes out of use */
  students_enrolled: number
}

/**
 * By the module's link `edit`, or `archive` and `unarchive`, which say `archived`. What is put away is out of use, and comes
 * back so; 409 `module-archived` to who would have it otherwise.
 */
export const editModule = endpoint<{ params: ById; body: ModuleEdit; reply: ModuleEditReply }>(
  'PUT',
  '/module/:id',
  'moduleEdited',
)

/** By the module's link `use`: what hangs on it, so that it can be archived and not deleted. */
export const getModuleUse = endpoint<{ params: ById; reply: ModuleUse }>('GET', '/module/:id/use')

/** By the module's link `delete`. 409 `module-in-use` with what hangs on it, or `confirmation-needed`. */
export const deleteModule = endpoint<{ params: ById; query: Confirmed; reply: EntityReply<Module> }>(
  'DELETE',
  '/module/:id',
  'moduleEdited',
)

/** Some entities by their ids: all that is read of them. */
export interface IdList {
  entities: { id: number }[]
}

/** How the modules stand after some were completed or are open again, and what became of enrollments by it. */
export interface CompletionReply extends EntityReply<{ entities: ModuleStatus[] }> {
  enrollments_deleted: number
  enrollments_made: number
}

/** By the user's link `modules_completed`. Ends the student's current enrollments in these modules, also where closed. */
export const completeModules = endpoint<{ params: ById; body: IdList; reply: CompletionReply }>(
  'PATCH',
  '/user/:id/modules-completed',
  'enrollmentsChanged',
)

/**
 * By the user's link `modules_uncompleted`. Enrolls the student where that is automatic. 422 `completion-by-result` to the
 * student themselves; an administrator takes back such completions, and no others.
 */
export const uncompleteModules = endpoint<{ params: ById; body: IdList; reply: CompletionReply }>(
  'PATCH',
  '/user/:id/modules-uncompleted',
  'enrollmentsChanged',
)

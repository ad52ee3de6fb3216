import type { ListedModule, ModuleCreation, ModuleEdit, ModuleStatus } from '#domain/modules/module.schema.ts'
import { type ById, type EntityReply, endpoint, type ListReply } from './endpoint.ts'

export const listModules = endpoint<{ reply: ListReply<ListedModule> }>('GET', '/modules')

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

/** By the module's link `edit`. */
export const editModule = endpoint<{ params: ById; body: ModuleEdit; reply: ModuleEditReply }>(
  'PUT',
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

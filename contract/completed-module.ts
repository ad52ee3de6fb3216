import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import { type ById, endpoint } from './endpoint.ts'
import type { EntityReply } from './list.ts'

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

/** By the user's link `modules_uncompleted`. Enrolls the student where that is automatic. */
export const uncompleteModules = endpoint<{ params: ById; body: IdList; reply: CompletionReply }>(
  'PATCH',
  '/user/:id/modules-uncompleted',
  'enrollmentsChanged',
)

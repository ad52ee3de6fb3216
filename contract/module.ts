import type { ListedModule, ModuleCreation, ModuleEdit } from '#domain/modules/module.schema.ts'
import { type ById, endpoint } from './endpoint.ts'
import type { EntityReply, ListReply } from './list.ts'

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

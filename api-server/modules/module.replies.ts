import { linkById } from '#contract/endpoint.ts'
import { editModule } from '#contract/modules.ts'
import { pick } from '#domain/entities/pick.ts'
import { type ListedModule, type Module, moduleFieldNames } from '#domain/modules/module.schema.ts'
import { reaches } from '#domain/users/roles.ts'
import type { Caller } from '#server/bearer.ts'

const edit = linkById(editModule)

/** The link is for administrators. */
export const moduleReply = (module: Module, reader: Pick<Caller, 'roles'>): ListedModule => ({
  ...pick(module, moduleFieldNames),
  _links: reaches(reader, 'administration') ? { edit: edit(module.id) } : {},
})

import { linkById } from '#contract/endpoint.ts'
import { editModule } from '#contract/modules.ts'
import type { ListedModule, Module } from '#domain/modules/module.schema.ts'
import { reaches } from '#domain/users/roles.ts'
import type { Caller } from '#server/bearer.ts'

const edit = linkById(editModule)

/** The link is for administrators. */
export const moduleReply = (
  { id, name, description, active, version }: Module,
  reader: Pick<Caller, 'roles'>,
): ListedModule => ({
  id,
  name,
  description,
  active,
  version,
  _links: reaches(reader, 'administration') ? { edit: edit(id) } : {},
})

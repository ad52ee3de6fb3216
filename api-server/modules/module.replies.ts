import { linkById } from '#contract/endpoint.ts'
import { deleteModule, editModule, getModuleUse } from '#contract/modules.gen.ts'
import { pick } from '#domain/entities/pick.ts'
import { type ListedModule, type Module, moduleFieldNames } from '#domain/modules/module.schema.ts'
import { reaches } from '#domain/users/roles.ts'
import type { Caller } from '#server/bearer.ts'

const edit = linkById(editModule)
const use = linkById(getModuleUse)
const remove = linkById(deleteModule)

/** A module as shown; only administrators get links. `isUnused`: no records depend on it. */
export const moduleReply = (module: Module, reader: Pick<Caller, 'roles'>, isUnused = false): ListedModule => ({
  ...pick(module, moduleFieldNames),
  _links: reaches(reader, 'administration') ? linksOf(module, isUnused) : {},
})

const linksOf = ({ id, archived }: Module, isUnused: boolean): ListedModule['_links'] => ({
  edit: edit(id),
  use: use(id),
  ...(archived ? { unarchive: edit(id) } : { archive: edit(id) }),
  ...(isUnused && { delete: remove(id) }),
})

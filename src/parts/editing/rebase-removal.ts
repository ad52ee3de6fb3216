import { type Rebased, rebaseAlways } from './use-change.tsx'

/** One module that is to go from those that a moment or a department holds. */
export interface ModuleRemoval<Module> {
  module: Module
  held: readonly { id: number }[]
}

/** The same of the list that a colleague made of it: what they added stays. Null when they removed it too. */
export function rebaseRemoval<Module extends { id: number }>(
  { module }: ModuleRemoval<Module>,
  entity: { modules?: readonly { id: number }[] },
): Rebased<ModuleRemoval<Module>> | null {
  const held = entity.modules ?? []
  if (!held.some(({ id }) => id === module.id)) return null
  return rebaseAlways({ module, held })
}

/** What is asked of a department's list of modules. */
export interface ModulesWish {
  how: 'replace' | 'add'
  module_ids: readonly number[]
}

/** Which modules a department gains and loses by that, and whether it is left with none. Each id comes once. */
export function modulesChange(held: readonly number[], { how, module_ids }: ModulesWish) {
  const [before, wished] = [new Set(held), new Set(module_ids)]
  const removed = how === 'replace' ? held.filter((id) => !wished.has(id)) : []
  const added = module_ids.filter((id) => !before.has(id))
  const loses_all = removed.length > 0 && removed.length === held.length && added.length === 0
  return { added, removed, loses_all }
}

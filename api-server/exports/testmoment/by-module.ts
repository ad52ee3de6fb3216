import { compareDutch, inNameOrder } from '#domain/users/name-order.ts'
import type { Participant } from './participant.ts'

export interface ModuleList {
  module: string
  description: string
  /** by last name, see domain/users/name-order.ts */
  participants: Participant[]
}

/** A list for each module that somebody is enrolled in, by the name of the module. */
export function byModule(participants: readonly Participant[]): ModuleList[] {
  return [...Map.groupBy(participants, ({ module }) => module)]
    .sort(([one], [other]) => compareDutch(one, other))
    .map(([module, members]) => ({
      module,
      description: members[0]?.description ?? '',
      participants: inNameOrder(members),
    }))
}

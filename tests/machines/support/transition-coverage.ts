import type { AnyStateMachine, AnyTransitionDefinition, InspectionEvent } from 'xstate'

type StateNode = AnyTransitionDefinition['source']

/** Watches actors of one machine, and knows which of its transitions no actor has taken. */
export function transitionCoverage(machine: AnyStateMachine) {
  const untaken = new Set(nodesOf(machine.root).flatMap((node) => transitionsOf(node).map(nameOf)))
  return {
    inspect(event: InspectionEvent) {
      if (event.type !== '@xstate.microstep') return
      for (const transition of event._transitions) untaken.delete(nameOf(transition))
    },
    untaken,
  }
}

const nodesOf = (node: StateNode): StateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)]

const transitionsOf = (node: StateNode): AnyTransitionDefinition[] => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
]

/**
 * Two transitions may differ by their guard alone: the place in the list distinguishes them, also in a machine with
 * other actors.
 */
const nameOf = (transition: AnyTransitionDefinition): string => {
  const { source, eventType, target } = transition
  const place = transitionsOf(source).indexOf(transition)
  return `${source.id}, ${place}: on '${eventType}' to ${target?.map(({ id }) => id).join(', ') ?? 'nowhere else'}`
}

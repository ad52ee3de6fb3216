/** The list with the item at `from` at the place of the one at `to`. */
export const moved = (ids: readonly number[], from: number, to: number): number[] =>
  ids.toSpliced(from, 1).toSpliced(to, 0, ...ids.slice(from, from + 1))

interface Rooms {
  known: readonly number[]
  chosen: readonly number[]
}

/**
 * Order in which rooms are shown: as they were shown, and new ones last. Unless the chosen ones have another order there, as a
 * colleague saved it, or as they come at first: these then come before the others.
 */
export function inDisplayOrder(shown: readonly number[], { known, chosen }: Rooms): number[] {
  const all = [...shown.filter((id) => known.includes(id)), ...known.filter((id) => !shown.includes(id))]
  const ofMoment = new Set(chosen)
  const isAsShown = shown.length > 0 && all.filter((id) => ofMoment.has(id)).every((id, at) => id === chosen[at])
  return isAsShown ? all : [...chosen, ...all.filter((id) => !ofMoment.has(id))]
}

/** Who was chosen elsewhere to be written to: too many for an address, and nobody's to keep over a reload. */
let chosen: readonly number[] = []

export const keepChosen = (userIds: readonly number[]): void => {
  chosen = userIds
}

export const chosenPeople = (): readonly number[] => chosen

/** Ids of recipients selected on another screen: too many for an address, and not worth keeping over a reload. */
let chosen: readonly number[] = []

export const keepChosen = (userIds: readonly number[]): void => {
  chosen = userIds
}

export const chosenPeople = (): readonly number[] => chosen

/** Tells `change` when the server did what was asked of it here: the other tabs show it too. */
export const ownChanges = new EventTarget()

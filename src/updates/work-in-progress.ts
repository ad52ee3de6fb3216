/** Asks whoever guards unsaved work as the browser asks them before a page is left, and leaves nothing. */
export const wouldLoseWork = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Somebody is at something that a notice would interrupt. */
export const isInUse = (): boolean =>
  wouldLoseWork() ||
  document.querySelector('dialog[open]') !== null ||
  document.activeElement?.matches('input, select, textarea') === true

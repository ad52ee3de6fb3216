/** What the number on the app's icon counts (sw/badge.ts) is looked at now. */
export function clearBadgeInSight(): void {
  const clear = () => {
    // Not in every browser; a device may refuse it by its settings.
    if (document.visibilityState === 'visible') navigator.clearAppBadge?.().catch(() => undefined)
  }
  clear()
  document.addEventListener('visibilitychange', clear)
}

import { setTimeout as delay } from 'node:timers/promises'

/** Looks until it is so, every `pollMs`. False when that took longer than `patienceMs`, which who asks then counts or throws. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { pollMs = 50, patienceMs = 60_000 } = {},
): Promise<boolean> {
  for (const deadline = performance.now() + patienceMs; !(await isSo()); await delay(pollMs))
    if (performance.now() > deadline) return false
  return true
}

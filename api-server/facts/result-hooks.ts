import type { Transaction } from '#database/tables.ts'

/** Hooks for acts above the results: called when a result is published, corrected or withdrawn. */
export interface ResultHooks {
  /** a step of the transaction that publishes; `now` in ms */
  published(
    trx: Transaction,
    results: readonly { enrollment_id: number; user_id: number }[],
    now: number,
  ): Promise<void>
}

let registered: ResultHooks | undefined

export function registerResultHooks(hooks: ResultHooks): void {
  registered = hooks
}

/** The registered hooks. Throws if there are none: results would silently stay here. */
export function resultHooks(): ResultHooks {
  if (!registered) throw new Error('registerHooks() of api-server/hooks.ts was not called')
  return registered
}

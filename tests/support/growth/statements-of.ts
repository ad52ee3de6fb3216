import { AsyncLocalStorage } from 'node:async_hooks'
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { vi } from 'vitest'

const acting = new AsyncLocalStorage<true>()

/**
 * Returns each distinct compiled statement that `act` sends to any database. Not those that a server sends meanwhile by itself, as
 * it does once a second where news does not come through in time on a busy machine; with `ofAnybody` those too.
 */
export async function statementsOf(
  act: () => Promise<unknown>,
  { ofAnybody = false }: { ofAnybody?: boolean } = {},
): Promise<CompiledQuery[]> {
  const statements = new Map<string, CompiledQuery>()
  const execute = DefaultQueryExecutor.prototype.executeQuery
  const spy = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery').mockImplementation(function (
    this: DefaultQueryExecutor,
    query,
    ...more
  ) {
    if (ofAnybody || acting.getStore()) statements.set(query.sql, query)
    return execute.call(this, query, ...more)
  })
  try {
    await acting.run(true, act)
  } finally {
    spy.mockRestore()
  }
  return [...statements.values()]
}

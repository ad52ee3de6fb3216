import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { vi } from 'vitest'

/** Returns each distinct compiled statement that is sent to any database while `act` runs. */
export async function statementsOf(act: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const statements = new Map<string, CompiledQuery>()
  const execute = DefaultQueryExecutor.prototype.executeQuery
  const spy = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery').mockImplementation(function (
    this: DefaultQueryExecutor,
    query,
    ...more
  ) {
    statements.set(query.sql, query)
    return execute.call(this, query, ...more)
  })
  try {
    await act()
  } finally {
    spy.mockRestore()
  }
  return [...statements.values()]
}

import { registerHooks } from '#api-server/hooks.ts'
import { editTestmoment } from '#api-server/testmoments/edit-testmoment.ts'
import type { Database } from '#database/engine/open-database.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import type { Doorkeeper } from './doorkeeper.ts'
import { expectUnchanged } from './promises.ts'

/** Opens and closes moments by the product's own toggle, and remembers how many were inside when it said 'closed'. */
export function startTeacher(database: Database): Doorkeeper {
  registerHooks()
  const whenClosed = new Map<number, number[]>()
  const turns = new Map<number, Promise<void>>()

  const toggle = async (act: 'close' | 'open', id: number) => {
    const edit = { enrollments_enabled: act === 'open' }
    const { entity } = await editTestmoment({ database, clock: () => MORNING }, { place: { id }, edit, actorId: 0 })
    expectUnchanged(whenClosed.get(id), [entity.tests])
    if (act === 'close') whenClosed.set(id, [entity.tests])
    else whenClosed.delete(id)
  }

  return {
    // One toggle of a moment after another, as of one teacher: what was acknowledged last is what holds.
    turn: (act, id) => {
      const turn = (turns.get(id) ?? Promise.resolve()).then(() => toggle(act, id))
      turns.set(id, turn)
      return turn
    },
  }
}

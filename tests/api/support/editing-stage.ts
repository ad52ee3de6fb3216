import { expect } from 'vitest'
import { editTestmoment, getTestmoment } from '#contract/testmoments.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { MORNING, type Moment } from '#tests/support/api/test-school.ts'

export const HOUR = 3_600_000
export const at = (offset: number) => new Date(MORNING + offset).toISOString()

/** Before each test: a school and a teacher who edits its test moments. */
export function editingStage(open: () => Promise<Database>) {
  const stage = openStage(open, { as: 'teacher', loggedIn: ['teacher'] })
  const { school, as } = stage

  const path = (moment: Moment) => `/schoolyear/${school.years.active}/testmoment/${school.moments[moment]}`
  const edit = (moment: Moment, body: unknown) => as.teacher(`PUT ${path(moment)}`, body)
  const read = async (moment: Moment) => getTestmoment.reply.parse((await as.teacher(`GET ${path(moment)}`)).body)
  return {
    ...stage,
    edit,
    read,
    /**
     * edits the moment; resolves to the moment, which must equal what is read next, and to the effects on enrollments
     */
    edited: async (moment: Moment, body: unknown) => {
      const { status, body: reply } = await edit(moment, body)
      expect(status).toBe(200)
      const { entity, ...effects } = editTestmoment.reply.parse(reply)
      expect(entity).toEqual(await read(moment))
      return { entity, effects }
    },
    /** lines of the audit trail, with the id of the moment in place of each # */
    trail: (moment: Moment, ...changes: string[]) =>
      changes.map((change) => change.replace('#', `testmoment ${school.moments[moment]}:`)),
    byTeacher: (change: string) => `user ${school.users.teacher} ${change}`,
  }
}

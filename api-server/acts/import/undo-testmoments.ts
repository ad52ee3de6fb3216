import { z } from 'zod'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { lockSchool, lockTestmoments } from '#api-server/platform/locks.ts'
import { removeTestmoment } from '#api-server/testmoments/delete-testmoment.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Kysely } from '#database/tables.ts'
import { dayAndStartLabel } from '#domain/calendar/date-labels.ts'
import { withChanges } from '#domain/entities/differences.ts'
import { pick } from '#domain/entities/pick.ts'
import type { UndoHindrance } from '#domain/import/import.schema.ts'
import { changesBetween } from '#domain/import/testmoment-update.rules.ts'
import { concernsEnrolled } from '#domain/messages/change.rules.ts'
import { type TestmomentFields, testmomentEditSchema } from '#domain/testmoments/testmoment.schema.ts'
import { isNoLongerOffered } from '#domain/testmoments/testmoment-edit.rules.ts'
import { changeMoment, type KnownRow, listKnownMoments } from './import-testmoments.ts'
import { type AssessedLine, type KeptLine, type Undoing, valuesKept } from './kept-import.ts'

/**
 * Deletes new moments without enrollments, like a deletion by hand. Existing moments get back their replaced values, unless
 * somebody edited them since, or enrolled in a module that they would no longer offer.
 */
export const testmomentsUndoing: Undoing = {
  lock: async (trx, lines) => {
    await lockSchool(trx)
    await lockTestmoments(trx, idsOf(lines))
  },
  assess: assessMoments,
  undo: async (trx, lines, { actorId, importId }, now) => {
    for (const line of lines) {
      const id = line.testmoment_id
      if (id === null) continue
      if (line.outcome === 'changed') await changeMoment(trx, { id, to: replaced(line), actorId, importId }, now)
      else await removeTestmoment(trx, { moment: await requireTestmoment(trx, { id }), actorId, importId }, now)
    }
  },
}

const idsOf = (lines: readonly KeptLine[]): number[] => lines.flatMap(({ testmoment_id }) => testmoment_id ?? [])

const keptSchema = z.object({
  fields: testmomentEditSchema.omit({ version: true }).default({}),
  modules: z.array(z.object({ id: z.int(), auto_enroll: z.boolean() })).default([]),
  version: z.int().optional(),
})

const wrote = (line: KeptLine) => keptSchema.parse(valuesKept(line.after))
const replaced = (line: KeptLine) => keptSchema.parse(valuesKept(line.before))

interface School {
  moments: ReadonlyMap<number, KnownRow>
  modules: ReadonlyMap<number, { name: string; active: boolean }>
  /** ids of moments with an invigilators' link or a walk-in */
  watched: ReadonlySet<number>
}

async function assessMoments(
  kysely: Kysely,
  lines: readonly KeptLine[],
  now: number,
): Promise<(line: KeptLine) => AssessedLine | undefined> {
  const school = await readSchool(kysely, lines)
  return (line) => {
    const moment = school.moments.get(line.testmoment_id ?? 0)
    return moment && assessMoment(line, moment, school, now)
  }
}

function assessMoment(line: KeptLine, moment: KnownRow, school: School, now: number): AssessedLine {
  const label = dayAndStartLabel(moment, 'any-time')
  if (line.outcome === 'added') return { label, changes: [], hindrance: hindranceOfDeletion(line, moment, school) }
  const [before, after] = [replaced(line), wrote(line)]
  const changes = changesBetween(before, after, (id) => school.modules.get(id)?.name ?? '')
  const hindrance = hindranceOfRestoring(line, moment, school, now)
  const restored = withChanges<TestmomentFields>(moment, before.fields)
  const isNews = moment.taken.length > 0 && concernsEnrolled({ before: moment, after: restored, now })
  const concerns = pick(moment, ['id', 'date', 'duration', 'starts_at'])
  return { label, changes, hindrance, ...(hindrance === null && isNews && { concerns }) }
}

function hindranceOfDeletion(line: KeptLine, moment: KnownRow, { watched }: School): UndoHindrance | null {
  if (moment.held_module_ids.size > 0) return 'enrolled'
  if (watched.has(moment.id)) return 'in-use'
  return moment.version === wrote(line).version ? null : 'edited'
}

function hindranceOfRestoring(
  line: KeptLine,
  moment: KnownRow,
  { modules }: School,
  now: number,
): UndoHindrance | null {
  if (moment.version !== wrote(line).version) return 'edited'
  const before = replaced(line)
  const { enrollments_open_at: opens, enrollments_close_at: closes } = before.fields
  if ([opens, closes].some((time) => typeof time === 'string' && Date.parse(time) <= now)) return 'planned-past'
  if (before.modules.some(({ id }) => !modules.has(id))) return 'gone'
  const isLost = [...moment.held_module_ids].some((id) =>
    isNoLongerOffered(
      { id, active: modules.get(id)?.active ?? false },
      { before: moment.modules, after: before.modules },
    ),
  )
  return isLost ? 'enrolled' : null
}

async function readSchool(kysely: Kysely, lines: readonly KeptLine[]): Promise<School> {
  const moments = new Map<number, KnownRow>()
  const watched = new Set<number>()
  for (const some of inChunks(idsOf(lines))) {
    const known = kysely.selectFrom('testmoment').where('id', 'in', some)
    for (const moment of await listKnownMoments(kysely, known, { withStudents: true })) moments.set(moment.id, moment)
    for (const table of ['invigilator_link', 'walk_in'] as const) {
      const rows = kysely.selectFrom(table).select('testmoment_id').distinct().where('testmoment_id', 'in', some)
      for (const { testmoment_id } of await rows.execute()) watched.add(testmoment_id)
    }
  }
  const modules = await kysely.selectFrom('module').select(['id', 'name', 'active']).execute()
  return { moments, watched, modules: new Map(modules.map(({ id, ...module }) => [id, module])) }
}

import { compiledBySize, type Ids, rowsInChunks } from '#database/queries/batched-reads.ts'
import type { Kysely } from '#database/tables.ts'
import { pick } from '#domain/entities/pick.ts'
import type { ResultCell, ResultOutcome, ResultValue } from '#domain/results/result.schema.ts'
import { inNameOrder } from '#domain/users/name-order.ts'
import { personLabel } from '#domain/users/names.ts'

const selectCells = (kysely: Kysely) =>
  kysely
    .selectFrom('enrollment')
    .leftJoin('result', 'result.enrollment_id', 'enrollment.id')
    .leftJoin('presence', 'presence.enrollment_id', 'enrollment.id')
    .leftJoin('user as editor', 'editor.id', 'result.editor_id')
    .leftJoin('connection', 'connection.id', 'result.connection_id')
    .select([
      'enrollment.id as enrollment_id',
      'enrollment.user_id',
      'enrollment.testmoment_id',
      'enrollment.module_id',
    ])
    .select(['presence.status as presence', 'result.version', 'result.outcome', 'result.grade', 'result.published_at'])
    .select(['result.published_outcome', 'result.published_grade'])
    .select(['editor.username', 'editor.first_name', 'editor.last_name'])
    .select(['result.connection_id', 'connection.name as sender'])

export const listCells = (kysely: Kysely, testmomentId: number) =>
  selectCells(kysely).where('enrollment.testmoment_id', '=', testmomentId).execute()

export type CellRow = Awaited<ReturnType<typeof listCells>>[number]

const cellsOf = compiledBySize((kysely, enrollmentIds: Ids) =>
  selectCells(kysely).where('enrollment.id', 'in', enrollmentIds),
)

export async function findCells(
  kysely: Kysely,
  testmomentId: number,
  enrollmentIds: readonly number[],
): Promise<Map<number, CellRow>> {
  const rows = await rowsInChunks(enrollmentIds, (ids) => cellsOf(kysely, ids))
  const cells = rows.filter(({ testmoment_id }) => testmoment_id === testmomentId)
  return new Map(cells.map((row) => [row.enrollment_id, row]))
}

export const resultOf = (outcome: ResultOutcome | null, grade: number | null): ResultValue | null =>
  outcome === null ? null : { outcome, grade }

export const draftOf = ({ outcome, grade }: CellRow): ResultValue | null => resultOf(outcome, grade)

export const publishedOf = ({ published_outcome, published_grade }: CellRow): ResultValue | null =>
  resultOf(published_outcome, published_grade)

export const cellReply = (row: CellRow): ResultCell => ({
  ...pick(row, ['enrollment_id', 'module_id', 'presence', 'published_at', 'sender']),
  version: row.version ?? 0,
  draft: draftOf(row),
  published: publishedOf(row),
  editor:
    row.username === null
      ? null
      : personLabel({ username: row.username, first_name: row.first_name ?? '', last_name: row.last_name ?? '' }),
})

const studentsOf = compiledBySize((kysely, ids: Ids) =>
  kysely
    .selectFrom('user')
    .select(['id', 'username', 'first_name', 'last_name', 'student_number', 'class_group'])
    .where('id', 'in', ids),
)

/** Students are in register order. Takes three queries, plus one per thousand students. */
export async function findGrid(kysely: Kysely, testmomentId: number) {
  const cells = Map.groupBy(await listCells(kysely, testmomentId), ({ user_id }) => user_id)
  const students = await rowsInChunks([...cells.keys()], (ids) => studentsOf(kysely, ids))
  const modules = await kysely
    .selectFrom('module')
    .select(['id', 'name'])
    .where('id', 'in', (here) =>
      here.selectFrom('enrollment').select('module_id').where('testmoment_id', '=', testmomentId),
    )
    .orderBy('name')
    .execute()
  const places = new Map(modules.map(({ id }, place) => [id, place]))
  const place = ({ module_id }: CellRow) => places.get(module_id) ?? 0
  return {
    modules,
    entities: inNameOrder(students).flatMap((student) => {
      // Enrollments may have been made or ended between the queries.
      const taken = cells.get(student.id)?.filter(({ module_id }) => places.has(module_id)) ?? []
      if (taken.length === 0) return []
      return [{ ...student, cells: taken.toSorted((one, other) => place(one) - place(other)).map(cellReply) }]
    }),
  }
}

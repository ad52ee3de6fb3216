import type { Database } from '#database/engine/open-database.ts'

/** Switches on automatic enrollment for a department, without its consequences. */
export const enrollDepartmentAutomatically = ({ kysely }: Database, departmentId: number) =>
  kysely.updateTable('education_department').set({ auto_enroll: true }).where('id', '=', departmentId).execute()

/** Lists these modules at the moment and makes it enroll in them automatically. */
export const offerAutomatically = ({ kysely }: Database, testmomentId: number, ...moduleIds: number[]) =>
  kysely
    .insertInto('testmoment_module')
    .values(moduleIds.map((module_id) => ({ testmoment_id: testmomentId, module_id, auto_enroll: true })))
    .onConflict((conflict) => conflict.columns(['testmoment_id', 'module_id']).doUpdateSet({ auto_enroll: true }))
    .execute()

/** All enrollments as 'user testmoment module', in the order in which they were made. */
export async function storedEnrollments({ kysely }: Database): Promise<string[]> {
  const rows = await kysely.selectFrom('enrollment').selectAll().orderBy('id').execute()
  return rows.map(({ user_id, testmoment_id, module_id }) => `${user_id} ${testmoment_id} ${module_id}`)
}

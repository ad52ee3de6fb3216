import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Participant } from './participant.ts'

/** Everyone enrolled at the moment, once for each module: one statement, so that all of it is of the same instant. */
export const listParticipants = (trx: Transaction<Tables>, testmomentId: number): Promise<Participant[]> =>
  trx
    .selectFrom('enrollment')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .innerJoin('user', 'user.id', 'enrollment.user_id')
    .leftJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select([
      'module.name as module',
      'module.description',
      'user.first_name',
      'user.last_name',
      'user.username',
      'education_department.name as education_department',
      'enrollment.created_at',
    ])
    .where('enrollment.testmoment_id', '=', testmomentId)
    .orderBy('enrollment.id')
    .execute()

import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { BatchScope } from './batch-scope.ts'

/** One row per module of the batch that the student completed; one with null for who completed none of them. */
export const findStudents = (trx: Transaction<Tables>, { userIds, moduleIds }: BatchScope) =>
  trx
    .selectFrom('user')
    .leftJoin('completed_module', (join) =>
      join.onRef('completed_module.user_id', '=', 'user.id').on('completed_module.module_id', 'in', [...moduleIds, 0]),
    )
    .select([
      'user.id',
      'user.roles',
      'user.education_department_id',
      'completed_module.module_id as completed_module_id',
    ])
    .where('user.id', 'in', userIds)
    .execute()

/** One row per module that the moment lists; one with null for a moment that lists none. */
export const findMoments = (trx: Transaction<Tables>, { testmomentIds }: BatchScope) =>
  trx
    .selectFrom('testmoment')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .leftJoin('testmoment_module', 'testmoment_module.testmoment_id', 'testmoment.id')
    .select([
      'testmoment.id',
      'testmoment.date',
      'testmoment.duration',
      'testmoment.enrollments_enabled',
      'testmoment.enrollments_close_at',
      'testmoment.max_enrollments',
      'schoolyear.active as schoolyear_active',
      'testmoment_module.module_id',
    ])
    .where('testmoment.id', 'in', testmomentIds)
    .execute()

/** One row per department that holds the module; one with null for a module that none holds. */
export const findModules = (trx: Transaction<Tables>, { moduleIds }: BatchScope) =>
  trx
    .selectFrom('module')
    .leftJoin('education_department_module', 'education_department_module.module_id', 'module.id')
    .select(['module.id', 'module.name', 'module.active', 'education_department_module.education_department_id'])
    .where('module.id', 'in', [...moduleIds, 0])
    .execute()

/** The students' enrolments in the active school year, and all those at the moments of the batch. */
export const findEnrollments = (trx: Transaction<Tables>, { userIds, testmomentIds }: BatchScope) =>
  trx
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .select([
      'enrollment.id',
      'enrollment.user_id',
      'enrollment.testmoment_id',
      'enrollment.module_id',
      'enrollment.created_at',
      'module.name as module_name',
      'testmoment.date',
      'testmoment.duration',
      'schoolyear.active as schoolyear_active',
    ])
    .where('enrollment.user_id', 'in', userIds)
    .where((either) =>
      either.or([either('schoolyear.active', '=', true), either('enrollment.testmoment_id', 'in', testmomentIds)]),
    )
    .execute()

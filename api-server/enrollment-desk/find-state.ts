import { compiledBySize, type Ids } from '#database/queries/compiled-by-size.ts'

/** One row per module of the batch that the student completed; one with null for who completed none of them. */
export const findStudents = compiledBySize((trx, userIds: Ids, moduleIds: Ids) =>
  trx
    .selectFrom('user')
    .leftJoin('completed_module', (join) =>
      join.onRef('completed_module.user_id', '=', 'user.id').on('completed_module.module_id', 'in', moduleIds),
    )
    .select([
      'user.id',
      'user.roles',
      'user.information_checked',
      'user.education_department_id',
      'completed_module.module_id as completed_module_id',
    ])
    .where('user.id', 'in', userIds),
)

/**
 * One row per module of the batch that the moment lists; one with null for a moment that lists none of them. Whether it
 * lists any other shows in `some_module_id`.
 */
export const findMoments = compiledBySize((trx, testmomentIds: Ids, moduleIds: Ids) =>
  trx
    .selectFrom('testmoment')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .leftJoin('testmoment_module', (join) =>
      join
        .onRef('testmoment_module.testmoment_id', '=', 'testmoment.id')
        .on('testmoment_module.module_id', 'in', moduleIds),
    )
    .select((select) => [
      'testmoment.id',
      'testmoment.date',
      'testmoment.duration',
      'testmoment.enrollments_enabled',
      'testmoment.enrollments_close_at',
      'testmoment.max_enrollments',
      'testmoment.version',
      'schoolyear.active as schoolyear_active',
      'testmoment_module.module_id',
      select
        .selectFrom('testmoment_module as any_module')
        .select(({ fn }) => fn.min('any_module.module_id').as('id'))
        .whereRef('any_module.testmoment_id', '=', 'testmoment.id')
        .as('some_module_id'),
    ])
    .where('testmoment.id', 'in', testmomentIds),
)

/** One row per department that holds the module; one with null for a module that none holds. */
export const findModules = compiledBySize((trx, moduleIds: Ids) =>
  trx
    .selectFrom('module')
    .leftJoin('education_department_module', 'education_department_module.module_id', 'module.id')
    .select(['module.id', 'module.name', 'module.active', 'education_department_module.education_department_id'])
    .where('module.id', 'in', moduleIds),
)

/**
 * The students' enrollments at the moments of the batch, and those in its modules in the active school year. The moment
 * is asked of the joined table: with both asked of `enrollment`, SQLite walks through everybody's enrollments in a module.
 */
export const findEnrollments = compiledBySize((trx, userIds: Ids, testmomentIds: Ids, moduleIds: Ids) =>
  trx
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .select([
      'enrollment.id',
      'enrollment.user_id',
      'enrollment.testmoment_id',
      'enrollment.module_id',
      'enrollment.created_at',
      'enrollment.calendar_id',
      'enrollment.calendar_sequence',
      'testmoment.date',
      'testmoment.duration',
      'testmoment.enrollments_enabled',
      'testmoment.enrollments_close_at',
      'schoolyear.active as schoolyear_active',
    ])
    .where('enrollment.user_id', 'in', userIds)
    .where((either) =>
      either.or([
        either('testmoment.id', 'in', testmomentIds),
        either.and([either('enrollment.module_id', 'in', moduleIds), either('schoolyear.active', '=', true)]),
      ]),
    ),
)

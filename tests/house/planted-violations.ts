interface Planted {
  file: string
  imports: string
  /** import of the imported file */
  back?: string
  /** the folder that offends, of a rule about folders */
  folder?: string
}

/** One violation of each import rule, by the rule's name: the file that offends, and what it imports. */
export const plantedViolations: Record<string, Planted> = {
  'domain-imports': { file: 'domain/users/a.ts', imports: '#database/tables.ts' },
  'contract-imports': { file: 'contract/a.ts', imports: '#server/config.ts' },
  'database-imports': { file: 'database/a.ts', imports: '#contract/users.gen.ts' },
  'server-imports': { file: 'server/a.ts', imports: '#api-server/app.ts' },
  'api-server-imports': { file: 'api-server/a.ts', imports: '#push-server/app.ts' },
  'push-server-imports': { file: 'push-server/a.ts', imports: '#api-server/app.ts' },
  'sw-imports': { file: 'sw/a.ts', imports: '#src/ui/button.tsx' },
  'src-imports': { file: 'src/ui/a.ts', imports: '#sw/index.ts' },
  'nothing-imports-tests': { file: 'scripts/a.ts', imports: '#tests/support/a-fake.ts' },
  'no-zod-in-the-browser': { file: 'src/student/a.ts', imports: '#domain/users/user.schema.ts' },
  'zod-in-schemas-only': { file: 'contract/b.ts', imports: 'zod' },
  'domain-is-pure': { file: 'domain/users/b.ts', imports: 'node:fs' },
  'domain-in-one-direction': {
    file: 'domain/departments/a.ts',
    imports: '#domain/audit/a.ts',
    back: '#domain/departments/b.ts',
    folder: 'domain/departments',
  },
  'parts-in-one-direction': {
    file: 'src/parts/writing/a.ts',
    imports: '#src/parts/editing/a.ts',
    back: '#src/parts/writing/b.ts',
    folder: 'src/parts/writing',
  },
  'testmoments-in-one-direction': {
    file: 'src/admin/testmoments/many/a.ts',
    imports: '#src/admin/testmoments/list/a.ts',
    back: '#src/admin/testmoments/many/b.ts',
    folder: 'src/admin/testmoments/many',
  },
  'tabs-stand-alone': { file: 'src/admin/testmoments/rooms/a.ts', imports: '#src/admin/testmoments/students/a.ts' },
  'moments-above-their-settings': {
    file: 'src/admin/testmoments/list/b.ts',
    imports: '#src/admin/testmoments/moment-students.tsx',
  },
  'the-rule-is-asked': { file: 'api-server/enrollments/a.ts', imports: '#domain/enrollments/closing.rules.ts' },
  'kysely-belongs': { file: 'api-server/modules/a.routes.ts', imports: 'kysely' },
  'subjects-keep-their-routes': {
    file: 'api-server/modules/b.ts',
    imports: '#api-server/departments/department.routes.ts',
  },
  'subjects-keep-their-replies': {
    file: 'api-server/modules/c.ts',
    imports: '#api-server/departments/department.replies.ts',
  },
  'platform-knows-no-subject': {
    file: 'api-server/platform/a.ts',
    imports: '#api-server/facts/department.queries.ts',
  },
  'facts-know-no-subject': { file: 'api-server/facts/a.ts', imports: '#api-server/users/names.ts' },
  'accounts-below-other-subjects': { file: 'api-server/logins/a.ts', imports: '#api-server/users/names.ts' },
  'departments-below-other-subjects': { file: 'api-server/departments/a.ts', imports: '#api-server/modules/d.ts' },
  'users-below-other-subjects': { file: 'api-server/users/a.ts', imports: '#api-server/modules/d.ts' },
  'modules-below-other-subjects': { file: 'api-server/modules/e.ts', imports: '#api-server/testmoments/a.ts' },
  'rooms-below-other-subjects': { file: 'api-server/rooms/a.ts', imports: '#api-server/testmoments/a.ts' },
  'testmoments-below-other-subjects': { file: 'api-server/testmoments/b.ts', imports: '#api-server/schoolyears/a.ts' },
  'enrollments-above-subjects': { file: 'api-server/schoolyears/c.ts', imports: '#api-server/enrollments/a.ts' },
  'above-enrollments-stands-alone': { file: 'api-server/enrollments/b.ts', imports: '#api-server/results/a.ts' },
  'acts-above-subjects': { file: 'api-server/schoolyears/b.ts', imports: '#api-server/acts/import/a.ts' },
  'oeapi-stands-alone': { file: 'api-server/oeapi/a.ts', imports: '#api-server/results/a.ts' },
  'nothing-stands-on-oeapi': { file: 'api-server/users/d.ts', imports: '#api-server/oeapi/b.ts' },
  'writers-load-little': {
    file: 'api-server/acts/exports/a-sheet.ts',
    imports: '#api-server/acts/exports/a.queries.ts',
  },
  'pg-belongs': { file: 'api-server/modules/a.queries.ts', imports: 'pg' },
  'tests-outlive-postgres': { file: 'tests/database/a.ts', imports: 'pg' },
  'ky-belongs': { file: 'src/parts/a.ts', imports: 'ky' },
  'idb-belongs': { file: 'src/session/a.ts', imports: 'idb' },
  'web-push-belongs': { file: 'api-server/b.ts', imports: 'web-push' },
  'app-is-the-top': { file: 'src/student/b.ts', imports: '#src/app/router.tsx' },
  'routes-below-app-only': { file: 'src/student/c.ts', imports: '#src/routes/index.tsx' },
  'screens-stand-alone': { file: 'src/student/modules/a.ts', imports: '#src/student/testmoments/list.tsx' },
  'parts-below-screens': { file: 'src/parts/b.ts', imports: '#src/student/modules/card.tsx' },
  'flows-know-no-screens': { file: 'src/session/b.ts', imports: '#src/parts/picker.tsx' },
  'flows-stand-alone': { file: 'src/session/c.ts', imports: '#src/toasts/toast.tsx' },
  'ui-knows-no-domain': { file: 'src/ui/b.ts', imports: '#domain/users/roles.ts' },
  'api-knows-no-screens': { file: 'src/api/a.ts', imports: '#src/ui/button.tsx' },
  'no-circles': { file: 'server/circle-back.ts', imports: './circle.ts' },
  resolvable: { file: 'server/b.ts', imports: './gone.ts' },
}

/** A screen that knows itself, its parts and the domain: it offends nobody. */
export const innocent: Planted = { file: 'src/student/modules/card.tsx', imports: '#domain/users/roles.ts' }

import type { Enrollment, ModuleStatus, Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import { newTestmoment } from '#domain/testmoments/testmoment-edit.rules.ts'

export const NOW = Date.parse('2026-11-21T09:00:00Z')

const MODULES = { WIS1: 1, STAT: 2, ALG: 3 }
export type ModuleName = keyof typeof MODULES

const link = (method: 'POST' | 'DELETE', href: `/api/v1/${string}`) => ({ method, href })

/** An open moment without a limit, for every module, as the API gives it. */
export const moment = (id: number, date: string, change: Partial<Testmoment> = {}): Testmoment => ({
  id,
  ...newTestmoment,
  date,
  enrollments_enabled: true,
  modules: [],
  enrollments: [],
  version: 1,
  _links: { enroll: link('POST', '/api/v1/enrollment') },
  ...change,
})

export const only = (...names: ModuleName[]): Pick<Testmoment, 'modules'> => ({
  modules: names.map((name) => ({ id: MODULES[name], name, description: '', auto_enroll: false })),
})

const enrollment = (module: ModuleName, at: Testmoment): Enrollment => ({
  id: at.id * 10 + MODULES[module],
  user_id: 1,
  testmoment_id: at.id,
  module_id: MODULES[module],
  module_name: module,
  created_at: '2026-09-01T08:00:00.000Z',
  _links: {
    delete: link('DELETE', `/api/v1/enrollment/${at.id}`),
    move: link('POST', `/api/v1/enrollment/${at.id}/move`),
  },
})

/** How a student stands with a module who is enrolled in it at these moments. */
export const status = (
  module: ModuleName,
  enrolledAt: Testmoment[] = [],
  change: Partial<ModuleStatus> = {},
): ModuleStatus => ({
  module: { id: MODULES[module], name: module, description: '' },
  enrollments: Object.fromEntries(
    enrolledAt.map((at) => [String(at.id), { enrollment: enrollment(module, at), testmoment: at }]),
  ),
  enrollment_moment: enrolledAt[0] ?? null,
  is_completed: false,
  ...change,
})

import { getEducationDepartment } from '#contract/departments.gen.ts'
import { listModules } from '#contract/modules.gen.ts'
import type { Api } from '#src/api/api.ts'

export async function loadEducationDepartment(api: Api, id: number) {
  const [department, modules] = await Promise.all([
    api.call(getEducationDepartment, { params: { id } }),
    api.call(listModules),
  ])
  return { department, modules: modules.entities }
}

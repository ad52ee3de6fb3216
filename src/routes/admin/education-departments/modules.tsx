import { createFileRoute } from '@tanstack/react-router'
import { getModuleMatrix } from '#contract/departments.gen.ts'
import { ModuleMatrixScreen } from '#src/admin/departments/module-matrix-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { only } from '../../-guards.ts'
import { listFailedTexts } from '../../-load-failed.texts.ts'

export const Route = createFileRoute('/admin/education-departments/modules')({
  staticData: {
    title: 'Studierichtingen',
    heading: 'Modules per studierichting',
    loadFailed: listFailedTexts.departmentModules,
  },
  beforeLoad: only('admin'),
  loader: ({ context }) => context.api.call(getModuleMatrix),
  component: () => <ModuleMatrixScreen matrix={Route.useLoaderData()} />,
  pendingComponent: ListSkeleton,
})

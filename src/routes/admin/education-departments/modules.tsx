import { createFileRoute } from '@tanstack/react-router'
import { getModuleMatrix } from '#contract/departments.gen.ts'
import { ModuleMatrixScreen } from '#src/admin/departments/module-matrix-screen.tsx'
import { listFailedTexts } from '../../-load-failed.texts.ts'
import { adminScreen } from '../-screen.ts'

export const Route = createFileRoute('/admin/education-departments/modules')({
  staticData: {
    title: 'Studierichtingen',
    heading: 'Modules per studierichting',
    loadFailed: listFailedTexts.departmentModules,
  },
  ...adminScreen,
  loader: ({ context }) => context.api.call(getModuleMatrix),
  component: () => <ModuleMatrixScreen matrix={Route.useLoaderData()} />,
})

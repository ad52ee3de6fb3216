import { createFileRoute, Outlet } from '@tanstack/react-router'
import { listEducationDepartments } from '#contract/departments.gen.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { dotted } from '#domain/entities/dotted.ts'
import { forPanes, PaneLink, PaneList, Panes } from '#src/parts/panes.tsx'
import { adminScreen } from '../admin/-screen.ts'

/** The departments beside the one being edited. */
export const Route = createFileRoute('/education-department/_desk')({
  ...adminScreen,
  loader: ({ context }) => forPanes(async () => (await context.api.call(listEducationDepartments)).entities),
  component: Desk,
})

function Desk() {
  return (
    <Panes<readonly EducationDepartment[]>
      label="Studierichtingen"
      facts={Route.useLoaderData()}
      list={(departments) => (
        <PaneList>
          {departments.map(({ id, name, archived, auto_enroll, modules }) => (
            <PaneLink
              key={id}
              to="/education-department/$departmentId/edit"
              params={{ departmentId: String(id) }}
              title={name}
              note={dotted([archived && 'Gearchiveerd', auto_enroll && 'Schrijft automatisch in'])}
              end={modules.length === 1 ? '1 module' : `${modules.length} modules`}
            />
          ))}
        </PaneList>
      )}
    >
      <Outlet />
    </Panes>
  )
}

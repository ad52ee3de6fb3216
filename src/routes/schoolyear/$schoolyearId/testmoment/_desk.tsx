import { createFileRoute, Outlet } from '@tanstack/react-router'
import { loadMomentsPane, MomentsPane, type PaneLists } from '#src/admin/testmoments/moments-pane.tsx'
import { forPanes, Panes } from '#src/parts/panes.tsx'
import { recordIdOf } from '../../../-address.ts'
import { adminScreen } from '../../../admin/-screen.ts'

/** The moments of a school year beside the one being edited. Presence and results need the whole window instead. */
export const Route = createFileRoute('/schoolyear/$schoolyearId/testmoment/_desk')({
  ...adminScreen,
  loader: ({ context, params }) => forPanes(() => loadMomentsPane(context.api, recordIdOf(params.schoolyearId))),
  component: Desk,
})

function Desk() {
  const { schoolyearId } = Route.useParams()
  return (
    <Panes<PaneLists>
      label="Toetsmomenten"
      facts={Route.useLoaderData()}
      list={(lists) => <MomentsPane key={schoolyearId} lists={lists} />}
    >
      <Outlet />
    </Panes>
  )
}

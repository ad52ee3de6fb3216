import { StatusLine } from '#src/ui/status.tsx'
import { ModuleList, type ModuleListProps } from './module-list.tsx'

interface RestProps extends ModuleListProps {
  completed: number
}

/** Lower part of a student's first screen: appears after the upper part, all at once. */
export const Rest = ({ completed, ...modules }: RestProps) => (
  <div data-area="modules">
    <ModuleList {...modules} />
    {modules.statuses.length > 0 && <CompletedNote count={completed} />}
  </div>
)

const CompletedNote = ({ count }: { count: number }) =>
  count > 0 && (
    <StatusLine icon="check">
      {count === 1 ? '1 afgeronde module staat hier niet bij.' : `${count} afgeronde modules staan hier niet bij.`}
    </StatusLine>
  )

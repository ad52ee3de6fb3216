import type { ManagedTestmoment, TestmomentModule } from '#domain/testmoments/testmoment.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { ScrollingTable } from '#src/parts/scrolling-table.tsx'
import { AutomaticSwitch } from './automatic-switch.tsx'

interface ModuleTableProps {
  api: Api
  testmoment: ManagedTestmoment
  isBusy: boolean
  /** with the control in the row below, which the focus goes to; null for the last one */
  onRemove: (module: TestmomentModule, next: HTMLElement | null) => void
}

export const ModuleTable = ({ api, testmoment, isBusy, onRemove }: ModuleTableProps) => (
  <ScrollingTable
    caption="Modules van dit toetsmoment"
    rows={testmoment.modules}
    keyOf={({ id }) => id}
    columns={[
      { key: 'name', label: 'Module', sortBy: ({ name }) => name, cell: ({ name }) => <strong>{name}</strong> },
      { key: 'description', label: 'Beschrijving', cell: ({ description }) => description },
      {
        key: 'auto_enroll',
        label: 'Automatisch inschrijven',
        cell: (module) => <AutomaticSwitch api={api} testmoment={testmoment} module={module} />,
      },
      {
        key: 'remove',
        label: 'Verwijderen',
        hideLabel: true,
        align: 'end',
        cell: (module) => (
          <ServerButton
            tone="danger"
            disabled={isBusy}
            aria-label={`Module ${module.name} verwijderen`}
            onClick={({ currentTarget }) => onRemove(module, controlBelow(currentTarget))}
          >
            Verwijderen
          </ServerButton>
        ),
      },
    ]}
  />
)

/** As the rows stand: the table may have been sorted. */
const controlBelow = (control: HTMLElement) =>
  control.closest('tr')?.nextElementSibling?.querySelector<HTMLElement>('td:last-child button') ?? null

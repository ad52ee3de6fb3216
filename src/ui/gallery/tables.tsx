import { useState } from 'react'
import { Button } from '../button/button.tsx'
import { Badge } from '../status/status.tsx'
import { Switch } from '../switch/switch.tsx'
import type { Column } from '../table/column.ts'
import { Table } from '../table/table.tsx'

interface Row {
  id: number
  name: string
  students: number
}

const ROWS: Row[] = [
  { id: 1, name: 'WIS1', students: 128 },
  { id: 2, name: 'STAT', students: 9 },
  { id: 3, name: 'Een naam die langer is dan waar op een telefoon ruimte voor is', students: 0 },
]

/** The second row was just made. */
export function Tables() {
  const [on, setOn] = useState<readonly number[]>([1])
  const columns: Column<Row>[] = [
    { key: 'name', label: 'Naam', sortBy: ({ name }) => name, cell: ({ name }) => name },
    {
      key: 'students',
      label: 'Studenten',
      align: 'end',
      sortBy: ({ students }) => students,
      cell: ({ students }) =>
        students || (
          <Badge tone="warning" icon="alert">
            Geen
          </Badge>
        ),
    },
    {
      key: 'on',
      label: 'In gebruik',
      cell: ({ id, name }) => (
        <Switch
          label={`${name} in gebruik`}
          checked={on.includes(id)}
          onChange={(checked) => setOn(checked ? [...on, id] : on.filter((other) => other !== id))}
        />
      ),
    },
    {
      key: 'edit',
      label: 'Wijzigen',
      hideLabel: true,
      align: 'end',
      cell: ({ name }) => (
        <Button tone="quiet" icon="edit" aria-label={`${name} wijzigen`}>
          Wijzigen
        </Button>
      ),
    },
  ]
  return <Table caption="Modules" columns={columns} rows={ROWS} keyOf={({ id }) => id} isNew={({ id }) => id === 2} />
}

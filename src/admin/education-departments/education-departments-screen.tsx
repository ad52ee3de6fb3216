import { useState } from 'react'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { Api } from '#src/api/api.ts'
import { EditLink, ListPage, useJustMade } from '#src/parts/list-page/list-page.tsx'
import { useTell } from '#src/toasts/toasts-context.ts'
import { Badge } from '#src/ui/status.tsx'
import { Table } from '#src/ui/table.tsx'
import { AutomaticSwitch } from './automatic-switch.tsx'
import { educationDepartmentsTexts as texts } from './education-departments.texts.ts'
import { NewDepartmentDialog } from './new-department-dialog.tsx'

interface EducationDepartmentsScreenProps {
  api: Api
  departments: readonly EducationDepartment[]
}

export function EducationDepartmentsScreen({ api, departments }: EducationDepartmentsScreenProps) {
  const tell = useTell()
  const justMade = useJustMade()
  const [isAdding, setIsAdding] = useState(false)
  const onMade = ({ id, name }: EducationDepartment) => {
    justMade.add(id)
    tell('success', texts.created(name))
    setIsAdding(false)
  }
  return (
    <>
      <ListPage
        intro={texts.explanation}
        add={{ label: 'Studierichting toevoegen', onAdd: () => setIsAdding(true) }}
        emptyText={departments.length === 0 && 'Er zijn nog geen studierichtingen. Maak de eerste aan.'}
      >
        <Table
          caption="Studierichtingen"
          rows={departments}
          keyOf={({ id }) => id}
          isNew={({ id }) => justMade.has(id)}
          columns={[
            {
              key: 'name',
              label: 'Naam',
              sortBy: ({ name }) => name,
              cell: ({ name, archived }) => (
                <>
                  {name}
                  {archived && (
                    <Badge tone="neutral" icon="lock">
                      Gearchiveerd
                    </Badge>
                  )}
                </>
              ),
            },
            {
              key: 'auto_enroll',
              label: 'Automatisch inschrijven',
              cell: (department) => <AutomaticSwitch api={api} department={department} />,
            },
            {
              key: 'modules',
              label: 'Modules',
              align: 'end',
              sortBy: ({ modules }) => modules.length,
              cell: ({ modules }) =>
                modules.length > 0 ? (
                  modules.length
                ) : (
                  <Badge tone="warning" icon="alert">
                    Geen
                  </Badge>
                ),
            },
            {
              key: 'edit',
              label: 'Wijzigen',
              hideLabel: true,
              align: 'end',
              cell: ({ id, name }) => (
                <EditLink
                  to="/education-department/$departmentId/edit"
                  params={{ departmentId: String(id) }}
                  what={`Studierichting ${name}`}
                />
              ),
            },
          ]}
        />
      </ListPage>
      {isAdding && <NewDepartmentDialog api={api} onMade={onMade} onClose={() => setIsAdding(false)} />}
    </>
  )
}

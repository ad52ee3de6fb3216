import { useNavigate } from '@tanstack/react-router'
import { createEducationDepartment, editEducationDepartment } from '#contract/departments.gen.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { takenNameTexts } from '#domain/entities/school-name.texts.ts'
import { editBody } from '#src/api/api.ts'
import { useApi } from '#src/api/use-api.ts'
import { SavingSwitch } from '#src/parts/editing/saving-switch.tsx'
import { FilterTick } from '#src/parts/list-page/filter-bar.tsx'
import { EditLink, editColumn, ListPage, ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { RegisterDialog } from '#src/parts/registers/register-dialog.tsx'
import { useRegister } from '#src/parts/registers/register-list.tsx'
import { unseatedText } from '#src/parts/writing/save.texts.ts'
import { Badge } from '#src/ui/status.tsx'
import { Table } from '#src/ui/table.tsx'
import styles from './departments.module.css'
import { departmentsTexts as texts } from './departments.texts.ts'

interface EducationDepartmentsScreenProps {
  departments: readonly EducationDepartment[]
  showsArchived: boolean
}

export function EducationDepartmentsScreen({ departments, showsArchived }: EducationDepartmentsScreenProps) {
  const api = useApi()
  const navigate = useNavigate()
  const { justMade, add, dialog } = useRegister<EducationDepartment>(texts)
  return (
    <>
      <ListPage
        intro={texts.explanation}
        add={{ label: texts.add, onAdd: add }}
        tools={
          <div data-layout="row 2 x6">
            <ScreenLink to="/admin/education-departments/modules" icon="list">
              {texts.matrix}
            </ScreenLink>
            {departments.some(({ archived }) => archived) && (
              <FilterTick
                label={texts.showArchived}
                checked={showsArchived}
                onChange={(archived) =>
                  navigate({
                    to: '/admin/education-departments',
                    search: archived ? { archived } : {},
                    replace: true,
                  })
                }
              />
            )}
          </div>
        }
        emptyText={departments.length === 0 && texts.none}
      >
        <Table
          caption="Studierichtingen"
          rows={departments.filter(({ archived }) => showsArchived || !archived)}
          keyOf={({ id }) => id}
          isNew={({ id }) => justMade.has(id)}
          columns={[
            {
              key: 'name',
              label: 'Naam',
              least: [9.5, 11],
              sortBy: ({ name }) => name,
              cell: ({ name, archived }) => (
                <>
                  <span data-text="breaks">{name}</span>
                  {archived && <Badge icon="lock">Gearchiveerd</Badge>}
                </>
              ),
            },
            {
              key: 'auto_enroll',
              label: texts.automaticEnrolling,
              cell: (department) => <AutomaticSwitch department={department} />,
            },
            {
              key: 'modules',
              label: 'Modules',
              sortBy: ({ modules }) => modules.length,
              cell: ({ modules }) =>
                modules.length > 0 ? (
                  <ModuleNames modules={modules} />
                ) : (
                  <Badge tone="warning">{texts.noModules}</Badge>
                ),
            },
            {
              ...editColumn,
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
      {dialog && (
        <RegisterDialog
          {...dialog}
          texts={texts}
          fields={{}}
          explanation={texts.explanation}
          send={(body) => api.call(createEducationDepartment, { body })}
          refusals={takenNameTexts}
        />
      )}
    </>
  )
}

/** Number and names of the modules: a teacher checks here what a department lacks. */
const ModuleNames = ({ modules }: Pick<EducationDepartment, 'modules'>) => (
  <span data-layout="row 3 baseline nowrap">
    <span className={styles.count} data-layout="fixed" data-text="figures ends">
      {modules.length}
    </span>
    <span data-text="muted small">{modules.map(({ name }) => name).join(', ')}</span>
  </span>
)

function AutomaticSwitch({ department }: { department: EducationDepartment }) {
  const api = useApi()
  return (
    <SavingSwitch
      label={texts.automaticFor(department.name)}
      checked={department.auto_enroll}
      link={department._links.edit}
      save={(link, auto_enroll, { confirmed, theirs }) =>
        api.follow(editEducationDepartment, link, {
          query: { confirmed },
          body: editBody(department, { auto_enroll }, theirs),
        })
      }
      savedText={({ entity, ...made }) =>
        `${texts.automatic(entity.name, entity.auto_enroll, made.enrollments_made)}${unseatedText(made)}.`
      }
      confirmTitle={texts.automaticQuestion(department.name)}
      confirmLabel={texts.automaticEnrolling}
    />
  )
}

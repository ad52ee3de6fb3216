import { createLink, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createEducationDepartment, editEducationDepartment } from '#contract/departments.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { takenNameTexts } from '#domain/entities/school-name.texts.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { FormDialog } from '#src/parts/editing/form-dialog.tsx'
import { fieldError, LostAnswerAlert } from '#src/parts/editing/problem.tsx'
import { unseatedText } from '#src/parts/editing/save.texts.ts'
import { SavingSwitch } from '#src/parts/editing/saving-switch.tsx'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { FilterTick } from '#src/parts/list-page/filter-bar.tsx'
import { EditLink, ListPage, useJustMade } from '#src/parts/list-page/list-page.tsx'
import { editColumn } from '#src/parts/list-page/list-table.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Badge } from '#src/ui/status.tsx'
import { Table } from '#src/ui/table.tsx'
import styles from './departments.module.css'
import { departmentsTexts as texts } from './departments.texts.ts'

const LinkedButton = createLink(ButtonLink)

interface EducationDepartmentsScreenProps {
  api: Api
  departments: readonly EducationDepartment[]
  showsArchived: boolean
}

export function EducationDepartmentsScreen({ api, departments, showsArchived }: EducationDepartmentsScreenProps) {
  const navigate = useNavigate()
  const notify = useNotify()
  const justMade = useJustMade()
  const [isAdding, setIsAdding] = useState(false)
  const onMade = ({ id, name }: EducationDepartment) => {
    justMade.add(id)
    notify('success', texts.created(name))
    setIsAdding(false)
  }
  return (
    <>
      <ListPage
        intro={texts.explanation}
        add={{ label: texts.add, onAdd: () => setIsAdding(true) }}
        tools={
          <div data-layout="row 3 x6">
            <LinkedButton to="/admin/education-departments/modules" icon="list">
              {texts.matrix}
            </LinkedButton>
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
              least: [9.5, 9.5],
              sortBy: ({ name }) => name,
              cell: ({ name, archived }) => (
                <>
                  <span data-text="breaks">{name}</span>
                  {archived && (
                    <Badge tone="neutral" icon="lock">
                      {texts.archived}
                    </Badge>
                  )}
                </>
              ),
            },
            {
              key: 'auto_enroll',
              label: texts.automaticEnrolling,
              cell: (department) => <AutomaticSwitch api={api} department={department} />,
            },
            {
              key: 'modules',
              label: 'Modules',
              sortBy: ({ modules }) => modules.length,
              cell: ({ modules }) =>
                modules.length > 0 ? (
                  <ModuleNames modules={modules} />
                ) : (
                  <Badge tone="warning" icon="alert">
                    {texts.noModules}
                  </Badge>
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
      {isAdding && <NewDepartmentDialog api={api} onMade={onMade} onClose={() => setIsAdding(false)} />}
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

interface AutomaticSwitchProps {
  api: Api
  department: EducationDepartment
}

const AutomaticSwitch = ({ api, department }: AutomaticSwitchProps) => (
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

interface NewDepartmentDialogProps {
  api: Api
  onMade: (department: EducationDepartment) => void
  onClose: () => void
}

function NewDepartmentDialog({ api, onMade, onClose }: NewDepartmentDialogProps) {
  const [name, setName] = useState('')
  const making = useChange({
    send: (body: { name: string }) => api.call(createEducationDepartment, { body }),
    onSaved: ({ entity }) => onMade(entity),
    failed: texts.createFailed,
    refusals: takenNameTexts,
    onYield: onClose,
  })
  return (
    <FormDialog
      title={texts.newTitle}
      explanation={texts.explanation}
      submitLabel={texts.create}
      isBusy={making.isBusy}
      isDirty={name !== ''}
      onSubmit={() => making.change({ name })}
      onClose={onClose}
    >
      <TextField
        label="Naam"
        value={name}
        error={fieldError(making.problem)}
        onChange={(event) => {
          setName(event.target.value)
          making.showProblem(null)
        }}
      />
      <LostAnswerAlert text={making.problem} />
    </FormDialog>
  )
}

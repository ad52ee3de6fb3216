import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { editModuleMatrix, previewModuleMatrix } from '#contract/departments.gen.ts'
import type { PlanChanged } from '#contract/refusals.ts'
import { takesSomething } from '#domain/consequences/consequence.rules.ts'
import type { ModuleMatrix, ModuleMatrixPreview } from '#domain/departments/department.schema.ts'
import { departmentModulesRemovedMessage } from '#domain/messages/change.texts.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { FootBar } from '#src/parts/foot-bar.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { EmptyList, ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { ConfirmDialog, ServerButton, UnsavedChanges, useWrite } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checklist } from '#src/ui/checklist.tsx'
import { Options, SelectField } from '#src/ui/field.tsx'
import { Table } from '#src/ui/table.tsx'
import styles from './matrix.module.css'
import { matrixTexts as texts } from './matrix.texts.ts'
import { sizeOf, WishedMatrix, type Wishes } from './matrix.ts'
import { MatrixGrid, type MatrixGridProps } from './matrix-grid.tsx'

interface ModuleMatrixScreenProps {
  /** matrix from the server; a colleague's change fetches it again, and unsaved changes stay */
  matrix: ModuleMatrix
}

/** All modules and departments. Changes are collected, and saved in one go after a preview of their effects. */
export function ModuleMatrixScreen({ matrix: kept }: ModuleMatrixScreenProps) {
  const [wishes, setWishes] = useState<Wishes>(new Map())
  const [showsArchived, setShowsArchived] = useState(false)
  const matrix = useMemo(() => new WishedMatrix(kept, wishes), [kept, wishes])
  const saving = useMatrixSaving({ kept, matrix, onSaved: () => setWishes(new Map()) })
  const { changes, departments: changed } = sizeOf(matrix.edit())
  const shown = useMemo(
    () => matrix.departments.filter(({ archived }) => showsArchived || !archived),
    [matrix.departments, showsArchived],
  )
  const back = <BackLink to="/admin/education-departments">Studierichtingen</BackLink>
  if (matrix.modules.length === 0 || matrix.departments.length === 0)
    return (
      <>
        {back}
        <NothingYet matrix={kept} />
      </>
    )
  const set = (cells: readonly { moduleId: number; departmentId: number }[], isOn: boolean) =>
    setWishes(matrix.with(cells, isOn))
  return (
    <div data-layout="stack 2" data-room="wide">
      <div data-layout="row 2 x4 between">
        {back}
        {matrix.departments.some(({ archived }) => archived) && (
          <label data-layout="inline 3 target">
            <input
              type="checkbox"
              checked={showsArchived}
              onChange={({ target }) => setShowsArchived(target.checked)}
            />
            Gearchiveerde tonen
          </label>
        )}
      </div>
      <div className={styles.wide}>
        <MatrixGrid matrix={matrix} departments={shown} onSet={set} />
      </div>
      <OneDepartment matrix={matrix} departments={shown} onSet={set} />
      <p data-text="small muted">
        {texts.intro} <span className={styles.wide}>{texts.keys}</span>
      </p>
      {changes > 0 && (
        <FootBar data-layout="row 2 x4 between" data-box data-text="figures" data-pad="2 x4" aria-label="Wijzigingen">
          <p role="status" data-text="strong">
            {texts.changes(changes, changed)}
          </p>
          <div data-layout="row 2 x4">
            <Button onClick={() => setWishes(new Map())}>Herstellen</Button>
            <ServerButton tone="primary" busy={saving.isBusy} onClick={saving.ask}>
              Opslaan
            </ServerButton>
          </div>
        </FootBar>
      )}
      {saving.dialog}
      <UnsavedChanges isDirty={changes > 0} />
    </div>
  )
}

const NothingYet = ({ matrix: { modules } }: { matrix: ModuleMatrix }) => (
  <EmptyList
    action={
      modules.length === 0 ? (
        <ScreenLink to="/admin/modules">{texts.toModules}</ScreenLink>
      ) : (
        <ScreenLink to="/admin/education-departments">{texts.toDepartments}</ScreenLink>
      )
    }
  >
    {modules.length === 0 ? texts.noModules : texts.noDepartments}
  </EmptyList>
)

/** For phones: the modules of one department at a time. */
function OneDepartment({ matrix, departments, onSet }: MatrixGridProps) {
  const [chosen, setChosen] = useState<number>()
  const department = departments.find(({ id }) => id === chosen) ?? departments[0]
  if (!department) return null
  const cellOf = (moduleId: number) => ({ moduleId, departmentId: department.id })
  return (
    <div className={styles.narrow} data-layout="grid 4">
      <SelectField
        label="Studierichting"
        value={department.id}
        onChange={({ target }) => setChosen(Number(target.value))}
      >
        <Options of={departments.map((each) => [each.id, each.archived ? `${each.name} (gearchiveerd)` : each.name])} />
      </SelectField>
      <Checklist
        isWhole
        legend={texts.modulesOf(department.name)}
        options={matrix.modules.map((module) => ({
          id: module.id,
          label: moduleLabel(module) + (module.active ? '' : ` (${texts.notInUse})`),
          isChecked: matrix.isOn(cellOf(module.id)),
          ...(matrix.isChanged(cellOf(module.id)) && { hint: 'Gewijzigd' }),
        }))}
        onChange={(id, isChecked) => onSet([cellOf(id)], isChecked)}
      />
    </div>
  )
}

interface MatrixSaving {
  kept: ModuleMatrix
  matrix: WishedMatrix
  onSaved: () => void
}

/** Shows a preview of the effects, and saves exactly that. */
function useMatrixSaving({ kept: { _links }, matrix, onSaved }: MatrixSaving) {
  const api = useApi()
  const notify = useNotify()
  const router = useRouter()
  const { isBusy, write } = useWrite({ inToast: true })
  const [preview, setPreview] = useState<{ outcome: ModuleMatrixPreview; hasChanged: boolean } | null>(null)

  const onRefused = async (error: unknown) => {
    setPreview(null)
    if (!isRefusedFor(error, 'version-stale')) return false
    // A colleague saved first: shows the current state; wishes that still differ stay.
    await router.invalidate()
    notify('neutral', texts.colleague)
    return true
  }
  const ask = () =>
    write({
      send: () => api.follow(previewModuleMatrix, _links.preview, { body: matrix.edit() }),
      onDone: (outcome) => setPreview({ outcome, hasChanged: false }),
      onRefused,
      failed: texts.failed,
    })
  const end = () => {
    setPreview(null)
    onSaved()
  }
  const save = (confirmation: string, message: WrittenMessage | undefined) =>
    write({
      send: () => api.follow(editModuleMatrix, _links.edit, { body: { ...matrix.edit(), confirmation, message } }),
      saved: ({ departments, students_messaged }) => texts.saved(departments.length, students_messaged),
      onDone: end,
      onAnswerLost: end,
      onRefused: (error) => {
        if (!isRefusedFor<PlanChanged<ModuleMatrixPreview>>(error, 'plan-changed')) return onRefused(error)
        setPreview({ outcome: error.details.preview, hasChanged: true })
        return true
      },
      failed: texts.failed,
    })
  return {
    isBusy,
    ask: () => void ask(),
    dialog: preview && (
      <OutcomeDialog
        {...preview}
        isBusy={isBusy}
        onConfirm={(message) => void save(preview.outcome.confirmation, message)}
        onClose={() => setPreview(null)}
      />
    ),
  }
}

interface OutcomeDialogProps {
  outcome: ModuleMatrixPreview
  /** the numbers changed since the previous preview */
  hasChanged: boolean
  isBusy: boolean
  onConfirm: (message: WrittenMessage | undefined) => void
  onClose: () => void
}

function OutcomeDialog({
  outcome: { departments, consequences },
  hasChanged,
  onConfirm,
  ...dialog
}: OutcomeDialogProps) {
  const { students_concerned = 0 } = consequences
  const losing = departments.filter((department) => department.consequences.enrollments_deleted > 0)
  const removed = [...new Set(losing.flatMap((department) => department.removed))].toSorted()
  const { offer, confirm } = useMessageOffer(students_concerned > 0 ? departmentModulesRemovedMessage(removed) : null)
  return (
    <ConfirmDialog
      {...dialog}
      onConfirm={() => confirm(onConfirm)}
      title={texts.question}
      confirmLabel={texts.confirm}
      tone={takesSomething(consequences) ? 'danger' : 'primary'}
    >
      <div data-layout="grid 3">
        {hasChanged && <Note tone="warning">{texts.changedMeanwhile}</Note>}
        {texts.outcome(consequences, departments, Date.now()).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <Table
          caption="Gevolgen per studierichting"
          rows={departments}
          keyOf={({ id }) => id}
          columns={[
            { key: 'name', label: 'Studierichting', cell: ({ name }) => <strong>{name}</strong> },
            {
              key: 'modules',
              label: 'Modules',
              cell: ({ added, removed }) => (
                <span>
                  {added.length > 0 && (
                    <span data-layout="block" data-text="small">
                      {texts.added(added)}
                    </span>
                  )}
                  {removed.length > 0 && (
                    <span data-layout="block" data-text="small">
                      {texts.removed(removed)}
                    </span>
                  )}
                </span>
              ),
            },
            {
              key: 'lost',
              label: 'Vervallen',
              align: 'end',
              cell: ({ consequences: { enrollments_deleted } }) => enrollments_deleted,
            },
            {
              key: 'made',
              label: 'Gemaakt',
              align: 'end',
              cell: ({ consequences: { enrollments_made = 0 } }) => enrollments_made,
            },
          ]}
        />
        {students_concerned > 0 && <MessageOffer offer={offer} recipients={students_concerned} />}
      </div>
    </ConfirmDialog>
  )
}

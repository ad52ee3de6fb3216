import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListReply } from '#contract/endpoint.ts'
import type { SchoolyearInUse } from '#contract/refusals.ts'
import { createSchoolyear, deleteSchoolyear, editSchoolyear, listSchoolyears } from '#contract/schoolyears.gen.ts'
import type { Link as EntityLink } from '#domain/entities/entity.schema.ts'
import { takenNameTexts } from '#domain/entities/school-name.texts.ts'
import type { ManagedSchoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import { schoolyearRefusalTexts } from '#domain/schoolyears/schoolyear.texts.ts'
import { editBody } from '#src/api/api.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { SavingSwitch } from '#src/parts/editing/saving-switch.tsx'
import { rebaseAlways, useChange } from '#src/parts/editing/use-change.tsx'
import { FilterTick } from '#src/parts/list-page/filter-bar.tsx'
import { editColumn, ListPage, ListTable } from '#src/parts/list-page/list-page.tsx'
import { usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { RegisterDialog } from '#src/parts/registers/register-dialog.tsx'
import { DeleteButton, useRegister } from '#src/parts/registers/register-list.tsx'
import { saveFailureText, unseatedText } from '#src/parts/writing/save.texts.ts'
import { ServerButton } from '#src/parts/writing/writing.tsx'
import { Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Badge } from '#src/ui/status.tsx'
import type { Column } from '#src/ui/table.tsx'
import { loadSchoolyears, type SchoolyearSort } from './load-schoolyears.ts'
import styles from './schoolyears.module.css'
import { schoolyearsTexts as texts } from './schoolyears.texts.ts'

interface SchoolyearsScreenProps {
  first: ListReply<ManagedSchoolyear>
  archived: boolean
  /** the address asks for the dialog of a new one */
  isAdding: boolean
}

export function SchoolyearsScreen({ first, archived, isAdding }: SchoolyearsScreenProps) {
  const api = useApi()
  const navigate = useNavigate()
  const { justMade, add, edit, dialog } = useRegister<ManagedSchoolyear>(texts, isAdding ? 'new' : null)
  const [made, setMade] = useState<ManagedSchoolyear | null>(null)
  const list = usePagedList({
    target: listSchoolyears,
    first,
    loadSorted: (sort: SchoolyearSort) => loadSchoolyears(api, { archived, sort }),
    upTo: justMade.last,
    failed: texts.loadFailed,
  })
  /** A reload opens the dialog no more. */
  const leaveAddress = () => isAdding && void navigate({ to: '/admin/schoolyears', search: {}, replace: true })
  /** Whether another year has moments that this one could copy. */
  const canCopy = (schoolyear: ManagedSchoolyear) =>
    list.entities.some(({ id, testmoments }) => id !== schoolyear.id && testmoments > 0)
  return (
    <>
      <ListPage
        intro={texts.intro}
        add={{ label: texts.add, onAdd: add }}
        tools={
          <FilterTick
            label="Gearchiveerde tonen"
            checked={archived}
            onChange={(checked) =>
              navigate({ to: '/admin/schoolyears', search: checked ? { archived: true } : {}, replace: true })
            }
          />
        }
        emptyText={list.entities.length === 0 && texts.none}
      >
        {made && <NextSteps schoolyear={made} canCopy={canCopy(made)} />}
        <ListTable
          isDense
          list={list}
          caption="Schooljaren"
          more={texts.more}
          justMade={justMade}
          columns={schoolyearColumns({ canCopy, onEdit: edit })}
        />
      </ListPage>
      {dialog && (
        <RegisterDialog
          {...dialog}
          texts={texts}
          fields={{}}
          explanation={!dialog.row && texts.notActiveYet}
          nameHint="Bijvoorbeeld 2026-2027"
          send={(body, theirs) =>
            dialog.row?._links.edit
              ? api.follow(editSchoolyear, dialog.row._links.edit, { body: editBody(dialog.row, body, theirs) })
              : api.call(createSchoolyear, { body })
          }
          refusals={takenNameTexts}
          onSaved={(schoolyear) => {
            if (!dialog.row) setMade(schoolyear)
            dialog.onSaved(schoolyear)
            leaveAddress()
          }}
          onClose={() => {
            dialog.onClose()
            leaveAddress()
          }}
        />
      )}
    </>
  )
}

interface ColumnDeps {
  canCopy: (schoolyear: ManagedSchoolyear) => boolean
  onEdit: (schoolyear: ManagedSchoolyear) => void
}

const schoolyearColumns = ({ canCopy, onEdit }: ColumnDeps): Column<ManagedSchoolyear>[] => [
  { key: 'name', label: 'Naam', sortBy: 'server', cell: NameCell },
  {
    key: 'active',
    label: 'Actief',
    cell: (schoolyear) => <ActiveSwitch schoolyear={schoolyear} />,
  },
  {
    key: 'testmoments',
    label: 'Toetsmomenten',
    align: 'end',
    cell: (schoolyear) =>
      schoolyear.testmoments === 0 && canCopy(schoolyear) && !schoolyear.archived ? (
        <CopyLink schoolyear={schoolyear} />
      ) : (
        <MomentsLink schoolyear={schoolyear} />
      ),
  },
  {
    key: 'recesses',
    label: 'Lesvrije weken',
    align: 'end',
    cell: ({ id, name, recesses }) => (
      <Link
        to="/schoolyear/$schoolyearId/recesses"
        params={{ schoolyearId: String(id) }}
        aria-label={texts.recessesOf(recesses, name)}
      >
        {recesses === 0 ? 'invullen' : recesses}
      </Link>
    ),
  },
  {
    ...editColumn,
    cell: (schoolyear) => (
      <div className={styles.actions} data-layout="row 0 right stretch">
        <Button tone="quiet" icon="edit" aria-label={texts.edit(schoolyear.name)} onClick={() => onEdit(schoolyear)}>
          Wijzigen
        </Button>
        <PutAwayButtons schoolyear={schoolyear} />
      </div>
    ),
  },
]

const NameCell = ({ name, archived }: ManagedSchoolyear) => (
  <>
    <span data-text="breaks desk-line">{name}</span>
    {archived && <Badge icon="lock">Gearchiveerd</Badge>}
  </>
)

const MomentsLink = ({ schoolyear: { id, name, testmoments } }: { schoolyear: ManagedSchoolyear }) => (
  <Link to="/admin/testmoments" search={{ schoolyear: id }} aria-label={texts.momentsOf(testmoments, name)}>
    {testmoments}
  </Link>
)

const CopyLink = ({ schoolyear: { id, name } }: { schoolyear: ManagedSchoolyear }) => (
  <Link to="/schoolyear/$schoolyearId/copy" params={{ schoolyearId: String(id) }} aria-label={texts.copyInto(name)}>
    {texts.copyFrom}
  </Link>
)

const NextSteps = ({ schoolyear: { id, name }, canCopy }: { schoolyear: ManagedSchoolyear; canCopy: boolean }) => (
  <Note tone="neutral" title={texts.next(name)}>
    <div data-layout="row 1 x5 stretch" data-above="1">
      {canCopy && (
        <Link to="/schoolyear/$schoolyearId/copy" params={{ schoolyearId: String(id) }}>
          {texts.copy}
        </Link>
      )}
      <Link to="/admin/testmoments" search={{ schoolyear: id }}>
        {texts.makeMoments}
      </Link>
      <Link to="/schoolyear/$schoolyearId/recesses" params={{ schoolyearId: String(id) }}>
        {texts.fillRecesses}
      </Link>
    </div>
  </Note>
)

function ActiveSwitch({ schoolyear }: { schoolyear: ManagedSchoolyear }) {
  const api = useApi()
  return (
    <SavingSwitch
      label={`Schooljaar ${schoolyear.name} actief`}
      checked={schoolyear.active}
      link={schoolyear.archived ? undefined : schoolyear._links.edit}
      save={(link, active, { confirmed, theirs }) =>
        api.follow(editSchoolyear, link, { query: { confirmed }, body: editBody(schoolyear, { active }, theirs) })
      }
      savedText={({ entity, ...made }) =>
        entity.active
          ? `${texts.activated(entity.name, made.enrollments_made)}${unseatedText(made)}.`
          : texts.deactivated(entity.name)
      }
      confirmTitle={texts.activityQuestion(schoolyear)}
      confirmLabel={schoolyear.active ? 'Schooljaar uitzetten' : 'Schooljaar activeren'}
    />
  )
}

interface PutAwayButtonsProps {
  schoolyear: ManagedSchoolyear
}

/** Archives or restores a school year, which takes nothing from anyone; or deletes one without moments. */
function PutAwayButtons({ schoolyear }: PutAwayButtonsProps) {
  const api = useApi()
  const { archive, restore, delete: removal } = schoolyear._links
  const toggle = archive ?? restore
  return (
    <>
      {toggle && <ArchiveButton schoolyear={schoolyear} link={toggle} />}
      {removal && (
        <DeleteButton
          name={schoolyear.name}
          texts={texts}
          question={texts.deletion(schoolyear.recesses)}
          remove={() => api.follow(deleteSchoolyear, removal)}
          failed={failureText}
        />
      )}
    </>
  )
}

function ArchiveButton({ schoolyear, link }: PutAwayButtonsProps & { link: EntityLink }) {
  const api = useApi()
  const { name, archived } = schoolyear
  const archiving = useChange({
    send: (wanted: boolean, { theirs }) =>
      api.follow(editSchoolyear, link, { body: editBody(schoolyear, { archived: wanted }, theirs) }),
    rebase: rebaseAlways,
    saved: ({ entity }) => (entity.archived ? texts.archived(entity.name) : texts.restored(entity.name)),
    failed: texts.archiveFailed,
    refusals: schoolyearRefusalTexts,
    inToast: true,
  })
  return (
    <>
      <ServerButton
        tone="quiet"
        busy={archiving.isBusy}
        aria-label={archived ? texts.restore(name) : texts.archive(name)}
        onClick={() => archiving.change(!archived)}
      >
        {archived ? 'Terughalen' : 'Archiveren'}
      </ServerButton>
      {archiving.dialog}
    </>
  )
}

/** Somebody added a moment in the meantime: shows the new number. */
function failureText(failure: unknown): string {
  if (isRefusedFor<SchoolyearInUse>(failure, 'schoolyear-in-use'))
    return `${texts.deleteFailed}. ${texts.whatHangs(failure.details.testmoments)}`
  return saveFailureText(failure, texts.deleteFailed, schoolyearRefusalTexts)
}

import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { listTestmoments } from '#contract/testmoments.ts'
import { briefLabel } from '#domain/calendar/date-labels.ts'
import type { ManagedTestmoment } from '#domain/testmoments/testmoment.schema.ts'
import type { Api } from '#src/api/api.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { ListPage, useJustMade } from '#src/parts/list-page/list-page.tsx'
import { LoadMoreButton, usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Card } from '#src/ui/card.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { loadMoments, type MomentSort, type TestmomentsOverview, type YearWithTestmoments } from './load-testmoments.ts'
import { NewTestmomentDialog } from './new-testmoment-dialog.tsx'
import { TestmomentTable } from './testmoment-table.tsx'
import styles from './testmoments.module.css'
import { testmomentsTexts as texts } from './testmoments.texts.ts'

export function TestmomentsScreen({ api, overview }: { api: Api; overview: TestmomentsOverview }) {
  const navigate = useNavigate()
  const { schoolyears, active, chosen, first } = overview
  const choose = (schoolyear: number) => navigate({ to: '/admin/testmoments', search: { schoolyear }, replace: true })
  return (
    <div className={styles.screen}>
      <Card>
        <div className={styles.years}>
          <div>
            {active ? (
              <p>
                Actief schooljaar: <strong>{active.name}</strong>
              </p>
            ) : (
              <StatusLine tone="warning" icon="alert">
                {schoolyears.length === 0 ? texts.noSchoolyears : texts.noneActive}
              </StatusLine>
            )}
            <Link to="/admin/schoolyears">Schooljaren beheren</Link>
          </div>
          {chosen && (
            <SelectField
              label="Beheer toetsmomenten voor schooljaar"
              value={chosen.id}
              onChange={(event) => choose(Number(event.target.value))}
            >
              {schoolyears.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
        </div>
      </Card>
      {chosen && first && <YearTestmoments key={chosen.id} api={api} year={chosen} first={first} />}
    </div>
  )
}

/** The test moments of one school year. */
function YearTestmoments({ api, year, first }: YearWithTestmoments & { api: Api }) {
  const notify = useNotify()
  const justMade = useJustMade()
  const [isAdding, setIsAdding] = useState(false)
  const list = usePagedList({
    api,
    target: listTestmoments,
    first,
    loadSorted: (sort: MomentSort) => loadMoments(api, year, sort),
    upTo: justMade.last,
    onFailed: (error) => notify('error', saveFailureText(error, texts.loadFailed)),
  })
  const onMade = (testmoment: ManagedTestmoment) => {
    justMade.add(testmoment.id)
    notify('success', texts.created(briefLabel(testmoment, Date.now())))
    setIsAdding(false)
  }
  const link = year._links.add_testmoment
  return (
    <>
      <ListPage
        intro={
          <>
            Toetsmomenten van schooljaar {year.name}.{' '}
            <Link to="/admin/import/testmoments" search={{ schoolyear: year.id }}>
              Toetsmomenten importeren
            </Link>
          </>
        }
        add={link && { label: 'Toetsmoment toevoegen', onAdd: () => setIsAdding(true) }}
        emptyText={list.entities.length === 0 && texts.noMoments}
      >
        <TestmomentTable
          api={api}
          testmoments={list.entities}
          arrived={list.arrived}
          ordering={list.ordering}
          onFocusRow={list.onFocusRow}
          isNew={({ id }) => justMade.has(id)}
        />
        <LoadMoreButton list={list}>Meer Toetsmomenten laden</LoadMoreButton>
      </ListPage>
      {isAdding && link && (
        <NewTestmomentDialog api={api} link={link} onMade={onMade} onClose={() => setIsAdding(false)} />
      )}
    </>
  )
}

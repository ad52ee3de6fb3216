import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ASK_FIRST } from '#contract/refusals.ts'
import { deleteTestmoment, exportTestmoment } from '#contract/testmoments.ts'
import { briefLabel } from '#domain/calendar/date-labels.ts'
import type { ManagedTestmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import { aboveSeats } from '#domain/enrollments/waiting.rules.ts'
import { aboveSeatsLabel, takenSeatsLabel, waitingSuffix } from '#domain/enrollments/waiting.texts.ts'
import type { Link as EntityLink } from '#domain/entities/entity.schema.ts'
import { momentDeletedMessage } from '#domain/messages/change.texts.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import { testmomentTitles } from '#domain/testmoments/testmoment-edit.texts.ts'
import type { Api } from '#src/api/api.ts'
import { PlannedNote } from '#src/parts/clock/planned-note.tsx'
import { DownloadButton } from '#src/parts/download-button.tsx'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { AuditLink, EditColumns, EditPage, EditSection } from '#src/parts/editing/edit-section.tsx'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { ScreenTabs } from '#src/parts/screen-tabs.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { StatusLine } from '#src/ui/status.tsx'
import { ChecklistsButton } from './checklists-button.tsx'
import { ModulesSection } from './modules-section.tsx'
import { RoomsSection } from './rooms/rooms-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { StudentsSection } from './students/students-section.tsx'
import styles from './testmoment-edit.module.css'
import { testmomentEditTexts as texts } from './testmoment-edit.texts.ts'
import { WaitingSection } from './waiting/waiting-section.tsx'

export type TestmomentTab = 'students' | 'waiting' | 'rooms'

interface TestmomentEditScreenProps {
  api: Api
  testmoment: ManagedTestmoment
  /** all of the school; null when they could not be fetched */
  modules: readonly Module[] | null
  /** shown part of it: its settings by default */
  tab: TestmomentTab | undefined
}

const countLabel = ({ students, tests, seats, waiting }: ManagedTestmoment): string =>
  `${takenLabel(students, seats)}, samen ${tests === 1 ? '1 toets' : `${tests} toetsen`}${waitingSuffix(waiting)}`

const takenLabel = (students: number, seats: number): string =>
  seats > 0
    ? `${takenSeatsLabel(students, seats)} plaatsen bezet`
    : `${students === 1 ? '1 student' : `${students} studenten`} ingeschreven`

export function TestmomentEditScreen({ api, testmoment, modules, tab }: TestmomentEditScreenProps) {
  const common = { api, testmoment }
  // Only the tab in sight gets the counts, so that they are announced once.
  const counts = <MomentCounts testmoment={testmoment} />
  // A tab that was opened once stays rendered, hidden, so that its ticks and typed text are kept.
  const [seen, setSeen] = useState<ReadonlySet<typeof tab>>(new Set([tab]))
  if (!seen.has(tab)) setSeen(new Set([...seen, tab]))
  return (
    <div data-layout="stack 2">
      <div data-layout="row 2 x4">
        <BackLink to="/admin/testmoments" search={{ schoolyear: testmoment.schoolyear_id }}>
          Toetsmoment Beheer
        </BackLink>
        <TestmomentTabs testmoment={testmoment} />
      </div>
      <div hidden={tab !== undefined}>
        <EditPage isWide>
          {tab === undefined && (
            <div data-layout="row 1 x4">
              {counts}
              <PlannedNote testmoment={testmoment} />
            </div>
          )}
          <EditColumns>
            <SettingsSection {...common} />
            <EditPage>
              <ModulesSection {...common} modules={modules} />
              <ActionsSection {...common} />
            </EditPage>
          </EditColumns>
          <AuditLink resource="testmoment" id={testmoment.id}>
            {texts.log}
          </AuditLink>
        </EditPage>
      </div>
      {seen.has('students') && (
        <div hidden={tab !== 'students'}>
          <StudentsSection {...common} modules={modules} counted={tab === 'students' ? counts : null} />
        </div>
      )}
      {seen.has('rooms') && (
        <div hidden={tab !== 'rooms'}>
          <div data-layout="stack 2">
            {tab === 'rooms' && counts}
            <RoomsSection {...common} />
          </div>
        </div>
      )}
      {seen.has('waiting') && (
        <div hidden={tab !== 'waiting'}>
          <WaitingSection {...common} counted={tab === 'waiting' ? counts : null} />
        </div>
      )}
    </div>
  )
}

/** Number of students at the moment, and of those above its seats. */
function MomentCounts({ testmoment }: { testmoment: ManagedTestmoment }) {
  const above = aboveSeats({ seats: testmoment.seats, taken: testmoment.students })
  return (
    <div data-layout="row 0 x4">
      <p data-text="muted figures" role="status">
        {countLabel(testmoment)}
      </p>
      {above > 0 && (
        <StatusLine tone="warning" icon="alert">
          {aboveSeatsLabel(above)}
        </StatusLine>
      )}
    </div>
  )
}

function TestmomentTabs({ testmoment }: { testmoment: ManagedTestmoment }) {
  const link = {
    to: '/schoolyear/$schoolyearId/testmoment/$testmomentId/edit',
    params: { schoolyearId: String(testmoment.schoolyear_id), testmomentId: String(testmoment.id) },
    activeOptions: { exact: true },
    replace: true,
    resetScroll: false,
  } as const
  return (
    <ScreenTabs label="Toetsmoment">
      <Link {...link}>Instellingen</Link>
      <Link {...link} search={{ tab: 'students' }}>
        Studenten
      </Link>
      <Link {...link} search={{ tab: 'waiting' }}>
        Wachtlijst
      </Link>
      <Link {...link} search={{ tab: 'rooms' }}>
        Lokalen
      </Link>
      <Link {...link} to="/schoolyear/$schoolyearId/testmoment/$testmomentId/presence" replace={false} resetScroll>
        Aanwezigheid
      </Link>
      <Link {...link} to="/schoolyear/$schoolyearId/testmoment/$testmomentId/results" replace={false} resetScroll>
        Uitslagen
      </Link>
    </ScreenTabs>
  )
}

interface ActionsSectionProps {
  api: Api
  testmoment: ManagedTestmoment
}

/** Downloads of the students who come, for paper and spreadsheets; and, apart from these, deletion of the moment. */
function ActionsSection({ api, testmoment }: ActionsSectionProps) {
  const notify = useNotify()
  const navigate = useNavigate()
  const label = briefLabel(testmoment, Date.now())
  const { _links } = testmoment
  const leave = () =>
    void navigate({
      to: '/admin/testmoments',
      search: { schoolyear: testmoment.schoolyear_id },
      replace: true,
      // The moment is gone, so unsaved edits cannot be saved any more.
      ignoreBlocker: true,
    })
  const deleting = useChange({
    send: (link: EntityLink, { confirmed = ASK_FIRST, message }) =>
      api.follow(deleteTestmoment, link, { query: { confirmed }, body: { message } }),
    proposeMessage: () => momentDeletedMessage(testmoment, Date.now()),
    onSaved: ({ students_messaged }) => {
      notify('neutral', texts.deleted(label, students_messaged))
      leave()
    },
    onAnswerLost: leave,
    failed: texts.deleteFailed,
    inToast: true,
    confirmTitle: testmomentTitles.deletion(testmoment),
    confirmLabel: texts.delete,
  })
  return (
    <EditSection title="Acties">
      <div data-layout="row 3 start">
        <DownloadButton api={api} target={exportTestmoment} link={_links.export} failed={texts.exportFailed}>
          Exporteren
        </DownloadButton>
        <ChecklistsButton api={api} testmomentId={testmoment.id} links={_links} />
        <span className={styles.apart}>
          <ServerButton tone="danger" busy={deleting.isBusy} onClick={() => deleting.change(_links.delete)}>
            {texts.delete}
          </ServerButton>
        </span>
      </div>
      {deleting.dialog}
    </EditSection>
  )
}

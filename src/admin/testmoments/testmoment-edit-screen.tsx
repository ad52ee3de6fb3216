import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listModules } from '#contract/modules.gen.ts'
import { getTestmoment } from '#contract/testmoments.gen.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { aboveSeats } from '#domain/enrollments/waiting.rules.ts'
import { aboveSeatsLabel, takenSeatsLabel, waitingSuffix } from '#domain/enrollments/waiting.texts.ts'
import { counted, countedStudents } from '#domain/entities/counts.texts.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import type { Api } from '#src/api/api.ts'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { ScreenTabs } from '#src/parts/screen-tabs.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { RoomsSection } from './rooms/rooms-section.tsx'
import { SettingsTab } from './settings/settings-tab.tsx'
import { StudentsSection } from './students/students-section.tsx'
import { WaitingSection } from './waiting/waiting-section.tsx'

export type TestmomentTab = 'students' | 'waiting' | 'rooms' | 'seating'

/** The moment, and all modules of the school; these are null if they cannot be loaded. */
export async function loadTestmoment(api: Api, params: { schoolyear_id: number; id: number }) {
  const [testmoment, modules] = await Promise.all([
    api.call(getTestmoment, { params }),
    api.call(listModules).catch(() => null),
  ])
  return { testmoment, modules: modules?.entities ?? null }
}

interface TestmomentEditScreenProps {
  testmoment: ManagedTestmoment
  /** all of the school; null when they could not be fetched */
  modules: readonly Module[] | null
  /** shown part of it: its settings by default */
  tab: TestmomentTab | undefined
}

const countLabel = ({ students, tests, seats, waiting }: ManagedTestmoment): string =>
  `${takenLabel(students, seats)}, samen ${counted(tests, 'toets', 'toetsen')}${waitingSuffix(waiting)}`

const takenLabel = (students: number, seats: number): string =>
  seats > 0 ? `${takenSeatsLabel(students, seats)} plaatsen bezet` : `${countedStudents(students)} ingeschreven`

export function TestmomentEditScreen({ testmoment, modules, tab }: TestmomentEditScreenProps) {
  // Only the tab in sight gets the counts, so that they are announced once.
  const counts = <MomentCounts testmoment={testmoment} />
  // A tab that was opened once stays rendered, hidden, so that its ticks and typed text are kept.
  const [seen, setSeen] = useState<ReadonlySet<typeof tab>>(new Set([tab]))
  if (!seen.has(tab)) setSeen(new Set([...seen, tab]))
  const isOfRooms = tab === 'rooms' || tab === 'seating'
  return (
    <div data-layout="stack 1">
      <div data-layout="row 2 x4">
        <BackLink to="/admin/testmoments" search={{ schoolyear: testmoment.schoolyear_id }}>
          Toetsmoment Beheer
        </BackLink>
        <TestmomentTabs testmoment={testmoment} ofRooms={tab === 'seating' ? tab : 'rooms'} />
      </div>
      <div hidden={tab !== undefined}>
        <SettingsTab testmoment={testmoment} modules={modules} counted={tab === undefined ? counts : null} />
      </div>
      {seen.has('students') && (
        <div hidden={tab !== 'students'}>
          <StudentsSection testmoment={testmoment} modules={modules} counted={tab === 'students' ? counts : null} />
        </div>
      )}
      {(seen.has('rooms') || seen.has('seating')) && (
        <div hidden={!isOfRooms}>
          <RoomsSection
            testmoment={testmoment}
            part={tab === 'seating' ? tab : 'rooms'}
            counted={isOfRooms ? counts : null}
          />
        </div>
      )}
      {seen.has('waiting') && (
        <div hidden={tab !== 'waiting'}>
          <WaitingSection testmoment={testmoment} counted={tab === 'waiting' ? counts : null} />
        </div>
      )}
    </div>
  )
}

function MomentCounts({ testmoment }: { testmoment: ManagedTestmoment }) {
  const above = aboveSeats({ seats: testmoment.seats, taken: testmoment.students })
  return (
    <div data-layout="row 0 x4">
      <p data-text="small muted figures" role="status">
        {countLabel(testmoment)}
      </p>
      {above > 0 && <StatusLine tone="warning">{aboveSeatsLabel(above)}</StatusLine>}
    </div>
  )
}

interface TestmomentTabsProps {
  testmoment: ManagedTestmoment
  /** part of the tab of rooms that is in sight */
  ofRooms: 'rooms' | 'seating'
}

function TestmomentTabs({ testmoment, ofRooms }: TestmomentTabsProps) {
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
      <Link {...link} search={{ tab: ofRooms }}>
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

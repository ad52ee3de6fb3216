import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { listTestmomentRooms } from '#contract/rooms.gen.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { ScreenTabs } from '#src/parts/screen-tabs.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { useMedia } from '#src/ui/use-media.ts'
import { ChosenRooms } from './chosen-rooms.tsx'
import styles from './rooms.module.css'
import { seatingTexts } from './seating.texts.ts'
import { SeatingSection } from './seating-section.tsx'
import { testmomentRoomsTexts as texts } from './testmoment-rooms.texts.ts'
import { useRenewedAnswer } from './use-renewed-answer.ts'

interface RoomsSectionProps {
  testmoment: ManagedTestmoment
  /** in sight; the other one stays rendered, so that what was typed is kept */
  part: 'rooms' | 'seating'
  /** numbers of the moment, on the line of the tabs */
  counted: ReactNode
}

/** Rooms of a moment, and who sits where: two tabs. */
export function RoomsSection({ testmoment, part, counted }: RoomsSectionProps) {
  const api = useApi()
  const { id, date, duration, starts_at, ends_at } = testmoment
  const [isDirty, setIsDirty] = useState(false)
  // There the first room comes first; other tabs have the counts.
  const isPhone = useMedia('(width <= 46rem)')
  const rooms = useRenewedAnswer({
    // The days and times decide which other moments need a room at the same time.
    question: { id, date, duration, starts_at, ends_at },
    ask: () => api.call(listTestmomentRooms, { params: { id } }),
  })
  const { answer, error } = rooms
  const link = {
    from: '/schoolyear/$schoolyearId/testmoment/$testmomentId/edit',
    to: '.',
    activeOptions: { exact: true },
    replace: true,
    resetScroll: false,
  } as const
  return (
    <div className={styles.parts} data-layout="stack 2">
      <div data-layout="row 1 x4">
        <ScreenTabs label={texts.title}>
          <Link {...link} search={{ tab: 'rooms' }}>
            {texts.title}
          </Link>
          <Link {...link} search={{ tab: 'seating' }}>
            {seatingTexts.title}
          </Link>
        </ScreenTabs>
        {!isPhone && counted}
      </div>
      <div hidden={part !== 'rooms'}>
        <EditSection title={texts.title}>
          {error !== null && (
            <Alert title={texts.loadFailed}>
              <Button onClick={rooms.askAgain}>Opnieuw proberen</Button>
            </Alert>
          )}
          {answer ? (
            <ChosenRooms testmoment={testmoment} rooms={answer} onSaved={rooms.replace} onDirty={setIsDirty} />
          ) : (
            error === null && <Skeleton lines={4} />
          )}
        </EditSection>
      </div>
      <div hidden={part !== 'seating'}>
        <SeatingSection testmoment={testmoment} isDirty={isDirty} />
      </div>
    </div>
  )
}

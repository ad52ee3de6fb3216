import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { listTestmoments } from '#contract/testmoments.gen.ts'
import { besideTileLabel } from '#domain/calendar/date-labels.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { takenSeatsLabel, waitingLabel } from '#domain/enrollments/waiting.texts.ts'
import type { Api } from '#src/api/api.ts'
import { DateTile } from '#src/parts/date-tile.tsx'
import { PagedPane } from '#src/parts/list-page/paged-list.tsx'
import { PaneLink } from '#src/parts/panes.tsx'
import styles from './list/testmoments.module.css'
import { testmomentsTexts as texts } from './list/testmoments.texts.ts'
import { tileStateOf } from './list/tile-state.ts'
import type { TestmomentTab } from './testmoment-edit-screen.tsx'

/** More than most years have; the list can load more. */
const PANE_MOMENTS = 100

/** Moments of a year, for the pane beside one of them; past ones latest first, null without any. */
export async function loadMomentsPane(api: Api, schoolyear_id: number) {
  const params = { schoolyear_id, paging: PANE_MOMENTS }
  const ahead = await api.call(listTestmoments, { params, query: { when: 'ahead' } })
  const past =
    ahead.counts.past > 0 ? await api.call(listTestmoments, { params, query: { when: 'past', sort: '-date' } }) : null
  return { ahead, past }
}

export type PaneLists = Awaited<ReturnType<typeof loadMomentsPane>>

/** Moments of a year to choose from: coming ones, and past ones folded. */
export function MomentsPane({ lists: { ahead, past } }: { lists: PaneLists }) {
  const chosen = Number(useParams({ strict: false }).testmomentId)
  const isAhead = ahead.entities.some(({ id }) => id === chosen)
  const [isUnfolded, setIsUnfolded] = useState(!isAhead)
  return (
    <>
      <MomentLinks first={ahead} name="pane-ahead" />
      {past && past.counts.past > 0 && (
        <details
          className={styles.paneFold}
          open={isUnfolded}
          onToggle={({ currentTarget }) => setIsUnfolded(currentTarget.open)}
        >
          <summary data-layout="hovers" data-text="strong" data-pad="3">
            {texts.past(past.counts.past)}
          </summary>
          <MomentLinks first={past} name="pane-past" />
        </details>
      )}
    </>
  )
}

const MomentLinks = (list: { first: PaneLists['ahead']; name: string }) => (
  <PagedPane
    {...list}
    target={listTestmoments}
    failed={texts.loadFailed}
    more={texts.more}
    item={(moment) => <MomentLink moment={moment} />}
  />
)

/** Keeps the open tab, so that a teacher can go through the students of several moments. */
function MomentLink({ moment }: { moment: ManagedTestmoment }) {
  const now = Date.now()
  const { modules, students, seats, waiting } = moment
  return (
    <PaneLink
      to="/schoolyear/$schoolyearId/testmoment/$testmomentId/edit"
      params={{ schoolyearId: String(moment.schoolyear_id), testmomentId: String(moment.id) }}
      search={({ tab }: { tab?: TestmomentTab }) => (tab ? { tab } : {})}
      lead={<DateTile moment={moment} state={tileStateOf(moment, now)} now={now} small />}
      title={modules.length === 0 ? texts.allModules : modules.map(({ name }) => name).join(', ')}
      note={besideTileLabel(moment, now)}
      end={
        <>
          <span translate="no">{takenSeatsLabel(students, seats)}</span>
          {waiting > 0 && <br />}
          {waiting > 0 && <span>{waitingLabel(waiting)}</span>}
        </>
      }
    />
  )
}

import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { ListReply } from '#contract/endpoint.ts'
import { listTestmoments } from '#contract/testmoments.gen.ts'
import { briefLabel } from '#domain/calendar/date-labels.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import { MOST_MOMENTS } from '#domain/testmoments/limits.rules.ts'
import type { PlannedMoment } from '#domain/testmoments/moments-act.schema.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { useApi } from '#src/api/use-api.ts'
import {
  EmptyList,
  ImportArrow,
  ListPage,
  ListTable,
  SearchForm,
  useJustMade,
} from '#src/parts/list-page/list-page.tsx'
import { usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { TickBar, type Ticks, useTicks } from '#src/parts/many/ticks.tsx'
import { ServerButton } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { ActDialog } from '../many/act-dialog.tsx'
import { type ActKind, actTexts, manyTexts } from '../many/acts.texts.ts'
import { findMoments, loadMoments, type MomentLists, type MomentSort } from './load-testmoments.ts'
import { momentColumns } from './moment-columns.tsx'
import { NewTestmomentDialog } from './new-testmoment-dialog.tsx'
import styles from './testmoments.module.css'
import { testmomentsTexts as texts } from './testmoments.texts.ts'

interface YearTestmomentsProps {
  year: Schoolyear
  lists: MomentLists
  /** which school year is active */
  about: ReactNode
  /** there are other school years, from which this one can copy moments */
  hasOthers: boolean
}

const CopyLink = ({ schoolyear }: { schoolyear: number }) => (
  <Link to="/schoolyear/$schoolyearId/copy" params={{ schoolyearId: String(schoolyear) }}>
    {texts.copy}
  </Link>
)

/** Longest list without a search field; in a longer one a row is hard to find by eye. */
const MOST_UNSEARCHED = 12

/**
 * The test moments of one school year: a table of the coming ones and, folded, one of the past ones. During a search it shows
 * one table with the moments found.
 */
export function YearTestmoments({ year, lists, about, hasOthers }: YearTestmomentsProps) {
  const notify = useNotify()
  const navigate = useNavigate()
  const justMade = useJustMade()
  const ticks = useTicks()
  const [isAdding, setIsAdding] = useState(false)
  const [madeIn, setMadeIn] = useState<'past' | 'ahead'>('ahead')
  const { counts, search } = lists
  const isEmpty = counts.ahead + counts.past === 0
  const fold = (isOpen: boolean) =>
    navigate({
      to: '/admin/testmoments',
      search: { schoolyear: year.id, ...(isOpen && { past: true }) },
      replace: true,
      resetScroll: false,
    })
  const find = (wanted: string) =>
    void navigate({
      to: '/admin/testmoments',
      search: { schoolyear: year.id, ...(wanted && { search: wanted }) },
      resetScroll: false,
    })
  const onMade = (testmoment: ManagedTestmoment) => {
    justMade.add(testmoment.id)
    notify('success', texts.created(briefLabel(testmoment, Date.now())))
    setIsAdding(false)
    const where = isCurrent(testmoment, Date.now()) ? 'ahead' : 'past'
    setMadeIn(where)
    if (where === 'past' || search) void fold(where === 'past')
  }
  const link = year._links.add_testmoment
  const shared = { year, ticks, justMade }
  const importLink = (
    <Link to="/admin/import/testmoments" search={{ schoolyear: year.id }} data-layout="inline 1">
      <ImportArrow />
      {texts.import}
    </Link>
  )
  return (
    <>
      <ListPage
        tools={
          <>
            <div data-layout="row 2 x6">
              {(search || counts.ahead + counts.past > MOST_UNSEARCHED) && (
                <SearchForm label={texts.search} search={search} onSearch={find} />
              )}
              <p data-layout="row 0 x4" data-text="small muted">
                {about}
                {isEmpty && importLink}
              </p>
            </div>
            <p role="status" aria-label="Gevonden" data-layout="still">
              {lists.found && texts.found(search, lists.found.entities.length)}
            </p>
          </>
        }
        add={link && { label: texts.add, onAdd: () => setIsAdding(true) }}
        emptyText={
          isEmpty && (
            <>
              {texts.noMoments} {hasOthers && <CopyLink schoolyear={year.id} />}
            </>
          )
        }
      >
        {lists.found ? (
          <FoundMoments {...shared} found={lists.found} search={search} onShowAll={() => find('')} />
        ) : (
          <AheadAndPast {...shared} lists={lists} madeIn={madeIn} onFold={fold} />
        )}
        {!isEmpty && (
          <p data-layout="row 0 x6">
            {importLink}
            {hasOthers && <CopyLink schoolyear={year.id} />}
          </p>
        )}
        <MomentActs ticks={ticks} />
      </ListPage>
      {isAdding && link && (
        <NewTestmomentDialog link={link} schoolyearId={year.id} onMade={onMade} onClose={() => setIsAdding(false)} />
      )}
    </>
  )
}

interface SharedProps {
  year: Schoolyear
  ticks: Ticks
  justMade: ReturnType<typeof useJustMade>
}

interface FoundMomentsProps extends SharedProps {
  found: ListReply<ManagedTestmoment>
  search: string
  onShowAll: () => void
}

/** Moments of a search. The live region above it says how many there are, and holds no button. */
function FoundMoments({ found, search, onShowAll, ...shared }: FoundMomentsProps) {
  const api = useApi()
  if (found.entities.length === 0)
    return (
      <p>
        <Button onClick={onShowAll}>{texts.showAll}</Button>
      </p>
    )
  return (
    <MomentList
      {...shared}
      key={search}
      name="found"
      caption={texts.found(search, found.entities.length)}
      first={found}
      count={found.entities.length}
      loadSorted={(sort) => findMoments(api, shared.year, search, sort)}
    />
  )
}

interface AheadAndPastProps extends SharedProps {
  lists: Exclude<MomentLists, { found: object }>
  /** list of the record made last */
  madeIn: 'past' | 'ahead'
  onFold: (isOpen: boolean) => void
}

function AheadAndPast({ lists: { counts, ahead, past }, madeIn, onFold, ...shared }: AheadAndPastProps) {
  const api = useApi()
  const { year } = shared
  return (
    <>
      {counts.ahead > 0 ? (
        <MomentList
          {...shared}
          name="ahead"
          caption="Toetsmomenten"
          first={ahead}
          count={counts.ahead}
          loadSorted={(sort) => loadMoments(api, year, { when: 'ahead', sort })}
          isHere={madeIn === 'ahead'}
        />
      ) : (
        <EmptyList>{texts.noneAhead}</EmptyList>
      )}
      {counts.past > 0 && (
        <PastFold count={counts.past} isOpen={past !== null} isFixed={counts.ahead === 0} onFold={onFold}>
          {past && (
            <MomentList
              {...shared}
              name="past"
              caption={texts.past(counts.past)}
              first={past}
              count={counts.past}
              loadSorted={(sort) => loadMoments(api, year, { when: 'past', sort })}
              isHere={madeIn === 'past'}
            />
          )}
        </PastFold>
      )}
    </>
  )
}

export function MomentActs({ ticks }: { ticks: Ticks }) {
  const [kind, setKind] = useState<ActKind | null>(null)
  const isFull = ticks.count > MOST_MOMENTS
  const onDone = (moments: readonly PlannedMoment[]) =>
    ticks.keepOnly((ticked) =>
      moments.some(({ id, outcome, testmoment }) => id === ticked && outcome === 'refused' && testmoment !== null),
    )
  return (
    <>
      <TickBar ticks={ticks} ticked={manyTexts.ticked(ticks.count)}>
        <div
          className={styles.acts}
          data-layout="row 2 stretch full"
          title={isFull ? manyTexts.tooMany(MOST_MOMENTS) : undefined}
        >
          {Object.entries(actTexts).map(([key, { button }]) => (
            <ServerButton
              key={key}
              tone={key === 'delete' ? 'danger' : 'secondary'}
              disabled={isFull}
              onClick={() => setKind(key as ActKind)}
            >
              {button}
            </ServerButton>
          ))}
        </div>
        {isFull && <p>{manyTexts.tooMany(MOST_MOMENTS)}</p>}
      </TickBar>
      {kind && <ActDialog kind={kind} ids={[...ticks.ticked.ids]} onDone={onDone} onClose={() => setKind(null)} />}
    </>
  )
}

interface PastFoldProps {
  count: number
  isOpen: boolean
  /** there are no coming moments, so the past ones are always shown */
  isFixed: boolean
  onFold: (isOpen: boolean) => void
  children: ReactNode
}

/** Section of past moments that can be folded; the page's address holds whether it is open. */
function PastFold({ count, isOpen, isFixed, onFold, children }: PastFoldProps) {
  const id = useId()
  return (
    <section data-layout="grid 4" aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`} className={styles.fold} data-text="base">
        {isFixed ? (
          texts.past(count)
        ) : (
          <button
            data-layout="inline 2 target hovers"
            data-pad="x2"
            type="button"
            aria-expanded={isOpen}
            onClick={() => onFold(!isOpen)}
          >
            <span aria-hidden="true" className={styles.mark}>
              ›
            </span>
            <span>{texts.past(count)}</span>
          </button>
        )}
      </h2>
      {children}
    </section>
  )
}

interface MomentListProps extends Omit<SharedProps, 'year'> {
  /** `found` shows no count of its own: the text above the list has it */
  name: 'ahead' | 'past' | 'found'
  caption: string
  first: ListReply<ManagedTestmoment>
  /** total number, including rows that were not loaded */
  count: number
  loadSorted: (sort: MomentSort) => Promise<ListReply<ManagedTestmoment>>
  /** the record made last belongs in this list */
  isHere?: boolean
}

function MomentList({ ticks, justMade, name, caption, first, count, loadSorted, isHere }: MomentListProps) {
  const list = usePagedList({
    target: listTestmoments,
    first,
    loadSorted,
    // A new moment is looked up only in the list that contains it.
    upTo: isHere ? justMade.last : undefined,
    failed: texts.loadFailed,
    name,
  })
  return (
    <ListTable
      isDense
      list={list}
      caption={caption}
      columns={momentColumns(Date.now())}
      more={texts.more}
      justMade={justMade}
      ticking={{
        ticks,
        found: count,
        counted: name === 'found' ? '' : manyTexts.counted(list.entities.length, count),
      }}
    />
  )
}

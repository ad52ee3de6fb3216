import { type ReactNode, useState } from 'react'
import type { KnownModuleStatus, Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import { byStart } from '#domain/testmoments/testmoment.rules.ts'
import type { Seats } from '#src/enrollment/agreed-lists.ts'
import { RestFold } from '#src/parts/rest-fold.tsx'
import { usePlaces } from '#src/parts/use-places.ts'
import { TextField } from '#src/ui/field.tsx'
import { TestmomentCard } from './testmoment-card.tsx'
import { type Group, groupOf, isWanted, type SummarizedMoment, testmomentSummary } from './testmoment-choices.ts'
import { foundText, testmomentsTexts as texts } from './testmoments.texts.ts'
import styles from './testmoments-screen.module.css'

interface Situation {
  testmoments: readonly Testmoment[]
  statuses: readonly KnownModuleStatus[]
  seats: Seats
  now: number
}

/** Earliest moment first. */
export const rowsOf = ({ testmoments, ...situation }: Situation): SummarizedMoment[] =>
  testmoments.toSorted(byStart).map((testmoment) => ({ testmoment, summary: testmomentSummary(testmoment, situation) }))

interface ListProps {
  rows: readonly SummarizedMoment[]
  now: number
  /** notices about waiting for a moment, by its id */
  noticesOf: (momentId: number) => ReactNode
}

/** More moments than this that cannot be chosen are folded. */
const MOST_UNFOLDED = 2
/** From more rows than this there is a search field. */
const MOST_UNSEARCHED = 12

/** Groups: moments with something to choose, one's own closed ones, those that open later, those with nothing to choose. */
export function TestmomentList({ rows, ...rest }: ListProps) {
  const [wanted, setWanted] = useState('')
  const places = usePlaces(rows.map((row) => ({ ...row, id: row.testmoment.id, group: groupOf(row.summary) })))
  const placedIn = (group: Group) => places.flatMap(({ first, now }) => (first.group === group && now ? [now] : []))
  const [ahead, held, opening, settled] = [
    placedIn('ahead'),
    placedIn('held'),
    placedIn('opening'),
    placedIn('settled'),
  ]
  const found = rows.filter((row) => isWanted(row, wanted, rest.now))
  return (
    <>
      {rows.length > MOST_UNSEARCHED && (
        <div data-layout="grid 1" data-width="28">
          <TextField
            label={texts.search}
            type="search"
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
          <p role="status" data-text="muted small" data-layout="if-any">
            {wanted.trim() && foundText(found.length)}
          </p>
        </div>
      )}
      {wanted.trim() ? (
        <Moments rows={found} {...rest} />
      ) : (
        <>
          {ahead.length > 0 && <Moments rows={ahead} {...rest} />}
          {held.length > 0 && (
            <section data-layout="stack 3 top">
              <h2>{held.every(({ group }) => group === 'held') ? texts.ownClosed : texts.own}</h2>
              <Moments rows={held} {...rest} />
            </section>
          )}
          {opening.length > 0 && (
            <section data-layout="stack 3 top">
              <h2>{opening.every(({ group }) => group === 'opening') ? texts.opening : texts.nowAndLater}</h2>
              <Moments rows={opening} {...rest} />
            </section>
          )}
          {settled.length > 0 && (
            <RestFold
              name="Nu niet te kiezen"
              rows={settled}
              isChoosable={({ group }) => group !== 'settled'}
              isOpen={settled.length <= MOST_UNFOLDED || settled.length === rows.length}
            >
              {(shown) => <Moments rows={shown} {...rest} />}
            </RestFold>
          )}
        </>
      )}
    </>
  )
}

const Moments = ({ rows, now, noticesOf }: ListProps) => (
  <ul className={styles.moments} data-layout="stack 3 top">
    {rows.map(({ testmoment, summary }) => (
      <li data-layout="grid" key={testmoment.id}>
        <TestmomentCard testmoment={testmoment} summary={summary} now={now}>
          {noticesOf(testmoment.id)}
        </TestmomentCard>
      </li>
    ))}
  </ul>
)

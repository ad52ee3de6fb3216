import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SourcePeopleReply, SourceReply } from '#contract/source.calls.ts'
import { listSourcePeople } from '#contract/source.gen.ts'
import type { SourceCounts, SourceLine, SourceShown, Verdict } from '#domain/source/source.schema.ts'
import { sourceRemarkTexts } from '#domain/source/source.texts.ts'
import { MOST_JUDGED } from '#domain/source/verdict.rules.ts'
import { useApi } from '#src/api/use-api.ts'
import { TickAll, TickBar, TickedCell, TicksContext, useTicks } from '#src/parts/many/ticks.tsx'
import { useAnswer } from '#src/parts/plan/use-answer.ts'
import { ServerButton } from '#src/parts/writing/writing.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Options, SelectField } from '#src/ui/field.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { sourceShownTexts, sourceTexts as texts, verdictTexts } from './source.texts.ts'
import { ChangeLines } from './source-changes.tsx'
import type { SourceProps } from './source-settings.tsx'
import { VerdictDialog } from './verdict-dialog.tsx'

const SHOWN: readonly SourceShown[] = ['changes', 'waiting', 'gone', 'remarks']
const isShown = (value: string): value is SourceShown => SHOWN.some((shown) => shown === value)

/** Chooses the list that a teacher decides about: the first that is not empty. */
function shownFirst({ waiting, added, changed, gone, remarked }: SourceCounts): SourceShown {
  if (waiting > 0) return 'waiting'
  if (added + changed > 0) return 'changes'
  if (gone > 0) return 'gone'
  return remarked > 0 ? 'remarks' : 'changes'
}

export function SourcePeople({ source, onChange, onAnswerLost }: SourceProps) {
  const api = useApi()
  const { counts, _links } = source
  const [show, setShow] = useState<SourceShown>(counts ? shownFirst(counts) : 'changes')
  const [earlier, setEarlier] = useState<readonly SourceLine[]>([])
  const [next, setNext] = useState<SourcePeopleReply['_links']['next']>(undefined)
  const { answer, error, askAgain } = useAnswer({
    question: { show, next },
    ask: ({ show: shown, next: link }) =>
      link ? api.follow(listSourcePeople, link) : api.call(listSourcePeople, { query: { show: shown } }),
  })
  const ticks = useTicks()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const startOver = () => {
    ticks.clear()
    setEarlier([])
    setNext(undefined)
  }
  const choose = (value: string) => {
    if (!isShown(value)) return
    setShow(value)
    startOver()
  }
  const canJudge = _links.give_verdict !== undefined
  const rows = [...earlier, ...(answer?.entities ?? [])].map(
    (line, id): ShownLine => ({ ...line, id, isAble: canJudge && line.proposal !== null }),
  )
  const more = answer?._links.next
  const able = rows.filter(({ isAble }) => isAble).map(({ id }) => id)
  const ticked = rows.filter(({ id }) => ticks.has(id))
  const { has, toggle } = ticks
  const endVerdict = (changed: SourceReply | null) => {
    setVerdict(null)
    if (!changed) return
    startOver()
    askAgain()
    onChange(changed)
  }
  return (
    <div data-layout="stack 3">
      <div data-width="24">
        <SelectField label={texts.show} value={show} onChange={({ target }) => choose(target.value)}>
          <Options of={SHOWN.map((each) => [each, sourceShownTexts[each]])} />
        </SelectField>
      </div>
      {error !== null && (
        <Alert title={texts.listFailed}>
          <Button onClick={askAgain}>Opnieuw proberen</Button>
        </Alert>
      )}
      {!answer && error === null && <Skeleton lines={3} />}
      {answer && rows.length === 0 && !more && <p data-text="muted">{texts.listEmpty}</p>}
      {show === 'gone' && rows.length > 0 && <p data-text="small muted">{texts.gone}</p>}
      {able.length > 0 && (
        <>
          <p data-text="small muted">{verdictTexts.hint}</p>
          <TickAll ticks={ticks} ids={able} found={able.length} />
        </>
      )}
      {rows.length > 0 && (
        <TicksContext value={{ has, toggle: (id, isRange) => toggle(id, isRange ? able : undefined) }}>
          <Table caption={sourceShownTexts[show]} rows={rows} keyOf={({ id }) => id} columns={peopleColumns(rows)} />
        </TicksContext>
      )}
      {more && (
        <Button
          onClick={() => {
            setEarlier(rows)
            setNext(more)
          }}
        >
          {texts.more}
        </Button>
      )}
      <TickBar ticks={ticks} ticked={verdictTexts.ticked(ticks.count)}>
        <VerdictButtons count={ticks.count} onVerdict={setVerdict} />
      </TickBar>
      {verdict && (
        <VerdictDialog
          source={source}
          verdict={verdict}
          keys={ticked.map(({ key }) => key)}
          onClose={endVerdict}
          onAnswerLost={() => {
            startOver()
            askAgain()
            onAnswerLost()
          }}
        />
      )}
    </div>
  )
}

function VerdictButtons({ count, onVerdict }: { count: number; onVerdict: (verdict: Verdict) => void }) {
  if (count > MOST_JUDGED) return <span>{verdictTexts.atMost(MOST_JUDGED)}</span>
  return (
    <>
      <ServerButton tone="danger" onClick={() => onVerdict('reject')}>
        {verdictTexts.reject}
      </ServerButton>
      <ServerButton tone="primary" onClick={() => onVerdict('confirm')}>
        {verdictTexts.accept}
      </ServerButton>
    </>
  )
}

interface ShownLine extends SourceLine {
  id: number
  /** whether a teacher can confirm or reject what it says */
  isAble: boolean
}

const FirstCell = (row: ShownLine) =>
  row.isAble ? (
    <TickedCell id={row.id} name={row.name || row.username}>
      <NameCell {...row} />
    </TickedCell>
  ) : (
    <NameCell {...row} />
  )

const NameCell = ({ name, student_number, username, user_id }: SourceLine) => (
  <div data-layout="stack">
    {user_id === null ? (
      <strong data-text="breaks">{name || username}</strong>
    ) : (
      <Link
        to="/admin/users"
        search={{ search: student_number || username }}
        aria-label={texts.toUser(name || username)}
        data-text="strong breaks"
      >
        {name || username}
      </Link>
    )}
    <span data-text="small normal muted breaks">{texts.number(student_number)}</span>
  </div>
)

const changesIn = ({ changes, proposal }: SourceLine) => [...changes, ...(proposal?.changes ?? [])]
const hasChanges = (line: SourceLine): boolean =>
  line.outcome === 'added' || line.outcome === 'changed' || changesIn(line).length > 0
const isSettled = (line: SourceLine): boolean =>
  !hasChanges(line) && line.outcome !== 'gone' && line.remarks.length === 0
const hasRemarks = (line: SourceLine): boolean => line.remarks.length > 0 || isSettled(line)

const ChangesCell = (line: SourceLine) =>
  hasChanges(line) &&
  (line.outcome === 'added' ? (
    texts.isNew
  ) : changesIn(line).length > 0 ? (
    <ChangeLines changes={changesIn(line)} />
  ) : (
    texts.alreadySo
  ))

const RemarksCell = (line: SourceLine) =>
  hasRemarks(line) && (
    <div data-layout="stack 1">
      {isSettled(line) && <span>{verdictTexts.settled}</span>}
      {line.remarks.map((remark) => (
        <span key={remark}>{sourceRemarkTexts[remark]}</span>
      ))}
    </div>
  )

const peopleColumns = (rows: readonly ShownLine[]): Column<ShownLine>[] => [
  { key: 'name', label: texts.columns.name, cell: FirstCell },
  ...(rows.some(hasChanges) ? [{ key: 'changes', label: texts.columns.changes, cell: ChangesCell }] : []),
  ...(rows.some(hasRemarks) ? [{ key: 'remarks', label: texts.columns.remarks, cell: RemarksCell }] : []),
]

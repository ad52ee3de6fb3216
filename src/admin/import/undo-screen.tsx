import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { undoImport } from '#contract/import.gen.ts'
import type { PlanChanged } from '#contract/refusals.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { UndoLine, UndoPreview } from '#domain/import/import.schema.ts'
import { undoHindranceTexts } from '#domain/import/import.texts.ts'
import { type ImportKind, listKind } from '#domain/import/import-kinds.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { EditColumns, EditPage, EditSection } from '#src/parts/editing/edit-section.tsx'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { ConfirmDialog, Problem, ServerButton, useWrite } from '#src/parts/writing/writing.tsx'
import { Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Options, SelectField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { undoTexts as texts } from './history.texts.ts'
import { ImportState } from './history-screen.tsx'
import { momentsMessage } from './moments-message.ts'
import { Changes, STEP } from './preview-section.tsx'

export function UndoScreen({ loaded }: { loaded: UndoPreview }) {
  const undo = useUndo(loaded)
  const { preview, problem, outcome, isAsking, isBusy } = undo
  const { import: kept, counts, confirmation } = preview
  const kind = listKind(kept.kind).words.tab
  return (
    <EditPage isWide>
      <EditColumns>
        <div data-layout="stack 4" data-room="wide">
          <EditSection title={texts.title(kind)}>
            <dl data-layout="row 3 x8 stretch">
              <Fact name="Wanneer">{instantLabel(kept.at, 'any-time')}</Fact>
              {kept.actor !== null && <Fact name="Door">{kept.actor}</Fact>}
              {kept.place !== null && <Fact name="Waarin">{kept.place}</Fact>}
              <Fact name="Gedaan">{texts.did(kept)}</Fact>
            </dl>
            <ImportState kept={kept} />
          </EditSection>
          <EditSection title="Terugdraaien">
            <div role="status" data-layout="row 2 x6">
              {outcome && (
                <StatusLine tone="success" icon="done">
                  {texts.done(outcome)}
                </StatusLine>
              )}
              {confirmation !== null && (
                <StatusLine tone="accent" icon="minus">
                  {texts.would(counts.undone)}
                </StatusLine>
              )}
              {counts.stays > 0 && !outcome && (
                <StatusLine tone="warning" icon="lock">
                  {texts.stays(counts.stays)}
                </StatusLine>
              )}
              {counts.was_undone > 0 && !outcome && (
                <StatusLine icon="check">{texts.wasUndone(counts.was_undone)}</StatusLine>
              )}
            </div>
            <Problem text={problem} />
            {confirmation !== null ? (
              <>
                <p data-text="small muted figures">{texts.explain}</p>
                <div>
                  <ServerButton tone="danger" busy={isBusy} onClick={undo.ask}>
                    {texts.button}
                  </ServerButton>
                </div>
              </>
            ) : (
              <Note tone="neutral">{counts.stays > 0 ? texts.nothingLeft : texts.allUndone}</Note>
            )}
          </EditSection>
        </div>
        <EditSection title="Regels">
          <UndoLines key={preview.confirmation} kind={kept.kind} lines={preview.lines} />
        </EditSection>
      </EditColumns>
      {isAsking && (
        <ConfirmDialog
          title={texts.question(kind)}
          confirmLabel={texts.confirm(counts.undone)}
          isBusy={isBusy}
          onConfirm={undo.confirm}
          onClose={undo.close}
        >
          <p>{texts.consequence(counts)}</p>
          {kept.kind === 'students' && kept.added > 0 && <p>{texts.accounts}</p>}
          <p>{texts.final}</p>
          {undo.proposed && <MessageOffer offer={undo.offer} recipients={preview.students_concerned} />}
        </ConfirmDialog>
      )}
    </EditPage>
  )
}

function useUndo(loaded: UndoPreview) {
  const api = useApi()
  const router = useRouter()
  const { isBusy, problem, write, showProblem } = useWrite()
  const [shown, setShown] = useState(loaded)
  const [followed, setFollowed] = useState(loaded)
  const [outcome, setOutcome] = useState<ReplyOf<typeof undoImport> | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const concerns = shown.lines.flatMap((line) => (line.concerns ? [{ ...line, moment: line.concerns }] : []))
  const proposed =
    concerns.length === 0
      ? null
      : momentsMessage(
          concerns.map(({ moment, changes }) => ({
            moment,
            changes: changes.map(({ field, old, new: current }) => ({ field, old: current, new: old })),
          })),
        )
  const { offer, confirm: confirmOffer, restart } = useMessageOffer(proposed, { keepsWords: true })
  if (loaded !== followed) {
    setFollowed(loaded)
    setShown(loaded)
  }
  const send = async (message: WrittenMessage | undefined) => {
    const { confirmation, import: kept } = shown
    if (confirmation === null || isBusy) return
    await write({
      send: () => api.call(undoImport, { params: { id: kept.id }, body: { confirmation, message } }),
      failed: texts.failed,
      onDone: (reply) => {
        setOutcome(reply)
        restart()
        return router.invalidate()
      },
      onAnswerLost: () => router.invalidate(),
      onRefused: (error) => {
        if (!isRefusedFor<PlanChanged<UndoPreview>>(error, 'plan-changed')) return false
        setShown(error.details.preview)
        showProblem(texts.changed)
        return true
      },
    })
    setIsAsking(false)
  }
  return {
    preview: shown,
    problem,
    outcome,
    isAsking,
    isBusy,
    ask: () => setIsAsking(true),
    close: () => !isBusy && setIsAsking(false),
    proposed,
    offer,
    confirm: () => confirmOffer((message) => void send(message)),
  }
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt data-text="small muted">{name}</dt>
    <dd>{children}</dd>
  </div>
)

const filters = ['all', 'undone', 'stays', 'was-undone'] as const
type UndoFilter = (typeof filters)[number]

/** Lines that cannot be undone come first, since somebody must handle them; otherwise in the order of the list. */
export const undoLinesShown = (lines: readonly UndoLine[], filter: UndoFilter): UndoLine[] =>
  lines
    .filter(({ would }) => filter === 'all' || would === filter)
    .toSorted((one, other) => Number(other.would === 'stays') - Number(one.would === 'stays') || one.line - other.line)

function UndoLines({ kind, lines }: { kind: ImportKind; lines: readonly UndoLine[] }) {
  const [filter, setFilter] = useState<UndoFilter>('all')
  const [limit, setLimit] = useState(STEP)
  const shown = undoLinesShown(lines, filter)
  if (lines.length === 0) return <p data-text="small muted figures">{texts.noLines}</p>
  const numberOf = (one: UndoFilter) => undoLinesShown(lines, one).length
  return (
    <>
      <div data-width="16">
        <SelectField
          label={texts.whichLines}
          value={filter}
          onChange={({ target }) => {
            setFilter(filters.find((one) => one === target.value) ?? 'all')
            setLimit(STEP)
          }}
        >
          <Options
            of={filters
              .filter((one) => one === 'all' || numberOf(one) > 0)
              .map((one) => [one, `${texts.filters[one]} (${numberOf(one).toLocaleString('nl-NL')})`])}
          />
        </SelectField>
      </div>
      <Table caption={texts.lines} columns={undoColumns(kind)} rows={shown.slice(0, limit)} keyOf={({ id }) => id} />
      {shown.length > limit && (
        <div>
          <Button onClick={() => setLimit(limit + STEP * 5)}>{texts.more(shown.length - limit)}</Button>
        </div>
      )}
    </>
  )
}

const undoColumns = (kind: ImportKind): Column<UndoLine>[] => [
  {
    key: 'label',
    label: 'Wat',
    least: [6.5, 6.5],
    cell: ({ label }) => label ?? texts.gone,
    sortBy: ({ label }) => label ?? '',
  },
  {
    key: 'did',
    label: 'Import',
    cell: ({ outcome, changes }) => (
      <div>
        <span>{texts.outcome[outcome]}</span>
        {changes.length > 0 && <Changes kind={kind} changes={changes} />}
      </div>
    ),
  },
  { key: 'would', label: 'Terugdraaien', cell: (line) => <WouldBe line={line} /> },
  { key: 'line', label: 'Regel', align: 'end', cell: ({ line }) => line, sortBy: ({ line }) => line },
]

function WouldBe({ line: { would, outcome, hindrance } }: { line: UndoLine }) {
  if (would === 'was-undone') return <StatusLine icon="check">{texts.becomes[would]}</StatusLine>
  if (would === 'undone')
    return (
      <StatusLine tone="accent" icon="minus">
        {texts.becomes[would][outcome]}
      </StatusLine>
    )
  return (
    <StatusLine tone="warning" icon="lock">
      {texts.staysBecause(hindrance ? undoHindranceTexts[hindrance] : '')}
    </StatusLine>
  )
}

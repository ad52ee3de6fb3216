import { useState } from 'react'
import type { SourceReply } from '#contract/source.calls.ts'
import { listRefusedResults, settleRefusedResults } from '#contract/source.gen.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { resultLabel } from '#domain/results/result.texts.ts'
import type { RefusedAct, RefusedResult } from '#domain/source/sending.schema.ts'
import type { SendingOverview } from '#domain/source/source.schema.ts'
import { sourceFaultTexts } from '#domain/source/source.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { ListFailure, useFoundList } from '#src/parts/list-page/found-list.tsx'
import { ListTable } from '#src/parts/list-page/list-page.tsx'
import { StudentCell, TickBar, useTicks } from '#src/parts/many/ticks.tsx'
import { ConfirmDialog, Problem, ServerButton, useWrite } from '#src/parts/writing/writing.tsx'
import { useServerTime } from '#src/session/session-view.tsx'
import { Note } from '#src/ui/alert.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { Column } from '#src/ui/table.tsx'
import { sendingRefusalTexts, sendingTexts as texts } from './sending.texts.ts'
import type { SourceProps } from './source-settings.tsx'

interface SendingSectionProps extends SourceProps {
  host: string
  sending: SendingOverview
}

export function SendingSection({ host, sending, ...rest }: SendingSectionProps) {
  const now = useServerTime()
  const { waiting, refused, last_sent_at, awaits_first, fault } = sending
  return (
    <EditSection title={texts.title}>
      <p data-text="small muted" data-width="44">
        {texts.intro(host)}
      </p>
      <div data-layout="stack 1">
        {waiting > 0 && <StatusLine tone="accent">{texts.waiting(waiting)}</StatusLine>}
        {waiting + refused === 0 && last_sent_at !== null && (
          <StatusLine tone="success">{texts.noneRefused}</StatusLine>
        )}
        <p data-text="small muted">
          {last_sent_at === null ? texts.neverSent : texts.lastSent(instantLabel(last_sent_at, now()))}
        </p>
      </div>
      {awaits_first && (
        <Note tone="neutral" title={texts.awaitsFirst}>
          {texts.awaitsFirstWhy(host)}
        </Note>
      )}
      {fault !== null && waiting > 0 && !awaits_first && (
        <Note tone="warning" title={texts.fault}>
          {sourceFaultTexts[fault]}
        </Note>
      )}
      {refused > 0 && (
        <>
          <h3>{texts.refusedTitle}</h3>
          <RefusedResults {...rest} sending={sending} />
        </>
      )}
    </EditSection>
  )
}

type RefusedProps = Omit<SendingSectionProps, 'host'>

function RefusedResults({ source, sending, onChange, onAnswerLost }: RefusedProps) {
  const api = useApi()
  const ticks = useTicks()
  const [isSettling, setSettling] = useState(false)
  const resending = useWrite({ inToast: true })
  const list = useFoundList({
    question: {},
    load: (paging) => api.call(listRefusedResults, { params: { paging } }),
    follow: (next) => api.follow(listRefusedResults, next),
    renewedBy: sending,
  })
  const { settle_results } = source._links
  const send = (act: RefusedAct['act']) => {
    if (!settle_results) throw new Error('results are not sent')
    return api.follow(settleRefusedResults, settle_results, { body: { act, enrollment_ids: [...ticks.ticked.ids] } })
  }
  const after = {
    onDone: ({ entity }: { entity: SourceReply }) => {
      setSettling(false)
      ticks.clear()
      onChange(entity)
    },
    onAnswerLost: () => {
      setSettling(false)
      ticks.clear()
      onAnswerLost()
    },
  }
  const mayResend = list.entities.some(({ id, may_resend }) => may_resend && ticks.has(id))
  return (
    <>
      <ListFailure list={list} failed={texts.listFailed} />
      {list.shown && (
        <ListTable
          list={list}
          caption={texts.refusedTitle}
          columns={columns}
          more={texts.more}
          ticking={{ ticks, found: list.counts?.found ?? 0 }}
        />
      )}
      <TickBar ticks={ticks} ticked={texts.ticked(ticks.count)}>
        <ServerButton onClick={() => setSettling(true)}>{texts.settle}</ServerButton>
        {mayResend && (
          <ServerButton
            tone="primary"
            busy={resending.isBusy}
            onClick={() =>
              resending.write({ send: () => send('resend'), failed: texts.resendFailed, saved: texts.resent, ...after })
            }
          >
            {texts.resend}
          </ServerButton>
        )}
      </TickBar>
      {isSettling && (
        <SettleDialog
          count={ticks.count}
          send={() => send('settle')}
          after={after}
          onClose={() => setSettling(false)}
        />
      )}
    </>
  )
}

interface SettleDialogProps {
  count: number
  send: () => Promise<{ entity: SourceReply }>
  after: { onDone: (reply: { entity: SourceReply }) => void; onAnswerLost: () => void }
  onClose: () => void
}

function SettleDialog({ count, send, after, onClose }: SettleDialogProps) {
  const { isBusy, problem, write } = useWrite()
  const confirm = () => write({ send, failed: texts.settleFailed, saved: texts.settled, ...after })
  return (
    <ConfirmDialog
      title={texts.settleQuestion(count)}
      confirmLabel={texts.settleConfirm}
      tone="primary"
      isBusy={isBusy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{texts.settleConsequence}</p>
      <Problem text={problem} />
    </ConfirmDialog>
  )
}

const columns: Column<RefusedResult>[] = [
  {
    key: 'name',
    label: texts.columns.name,
    cell: ({ id, user, place }) => <StudentCell id={id} student={user} detail={place} />,
  },
  {
    key: 'place',
    label: texts.columns.place,
    cell: ({ place, result }) => (
      <div data-layout="stack 1">
        <span data-text="breaks">{place}</span>
        <span data-text="small muted">{result === null ? texts.withdrawn : resultLabel(result)}</span>
      </div>
    ),
  },
  {
    key: 'reason',
    label: texts.columns.reason,
    cell: ({ reason }) => <span data-text="breaks">{sendingRefusalTexts[reason]}</span>,
  },
]

import { useEffect, useRef } from 'react'
import { decideSource, getSource, runSource, type SourceReply } from '#contract/source.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { SourcePhase } from '#domain/source/source.schema.ts'
import { sourceFaultTexts } from '#domain/source/source.texts.ts'
import type { Api } from '#src/api/api.ts'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { Problem } from '#src/parts/editing/problem.tsx'
import { useAnswer } from '#src/parts/plan/use-answer.ts'
import { useWrite } from '#src/parts/writing/use-write.ts'
import { useServerTime } from '#src/session/session-view.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Fold } from '#src/ui/fold.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { StatusLine, type Tone } from '#src/ui/status.tsx'
import { SendingSection } from './sending-section.tsx'
import { sourceCountTexts, sourcePhaseTexts, sourceTexts as texts } from './source.texts.ts'
import { SourcePeople } from './source-people.tsx'
import { SourceSettings } from './source-settings.tsx'

/** ms between looks while a run is under way */
const LOOK_MS = 2_000

/** The system that students come from: its state, what its last run found, and what is decided about it. */
export function SourceSection({ api }: { api: Api }) {
  const { answer, error, askAgain, replace } = useAnswer({ question: {}, ask: () => api.call(getSource) })
  const look = useRef(askAgain)
  look.current = askAgain
  const isSending = answer?.sending !== null && (answer?.sending.waiting ?? 0) > 0
  const isBusy = answer?.phase === 'reading' || answer?.phase === 'applying' || isSending
  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setInterval(() => look.current(), LOOK_MS)
    return () => clearInterval(timer)
  }, [isBusy])
  const { host = null, sending = null } = answer ?? {}
  return (
    <>
      <EditSection title={texts.title}>
        {error !== null && (
          <Alert title={texts.loadFailed}>
            <Button onClick={askAgain}>Opnieuw proberen</Button>
          </Alert>
        )}
        {answer ? (
          <SourceState api={api} source={answer} onChange={replace} onAnswerLost={askAgain} />
        ) : (
          error === null && <Skeleton lines={4} />
        )}
      </EditSection>
      {answer && host !== null && sending && (
        <SendingSection {...{ api, host, sending }} source={answer} onChange={replace} onAnswerLost={askAgain} />
      )}
    </>
  )
}

interface SourceStateProps {
  api: Api
  source: SourceReply
  onChange: (source: SourceReply) => void
  onAnswerLost: () => void
}

const signs = {
  never: ['neutral', 'info'],
  reading: ['accent', 'clock'],
  previewed: ['accent', 'info'],
  braked: ['warning', 'alert'],
  applying: ['accent', 'clock'],
  done: ['success', 'check'],
  failed: ['danger', 'alert'],
  left: ['neutral', 'info'],
} as const satisfies Record<SourcePhase, readonly [Tone, IconName]>

function SourceState({ api, source, onChange, onAnswerLost }: SourceStateProps) {
  const now = useServerTime()
  const { host, phase, started_at, fault, counts, missing } = source
  if (host === null) return <p data-text="muted">{texts.none}</p>
  const [tone, icon] = signs[phase]
  return (
    <>
      <p data-text="small muted" data-width="44">
        {texts.intro(host)}
      </p>
      <div role="status" data-layout="stack 1">
        <StatusLine tone={tone} icon={icon}>
          {sourcePhaseTexts[phase]}
        </StatusLine>
        {started_at !== null && <p data-text="small muted">{texts.began(instantLabel(started_at, now()))}</p>}
      </div>
      {fault !== null && <Alert live={false}>{sourceFaultTexts[fault]}</Alert>}
      {phase === 'braked' && (
        <Alert tone="warning" live={false} title={texts.braked}>
          {texts.brakedAdvice}
        </Alert>
      )}
      {phase === 'previewed' && <p>{texts.previewed}</p>}
      {counts && <p data-text="figures">{sourceCountTexts(counts).join(' · ')}</p>}
      {missing.length > 0 && <p data-text="breaks">{texts.made(missing.map(({ name }) => name))}</p>}
      <Decisions api={api} source={source} onChange={onChange} onAnswerLost={onAnswerLost} />
      {counts && (
        <SourcePeople
          key={`${phase} ${started_at}`}
          api={api}
          source={source}
          onChange={onChange}
          onAnswerLost={onAnswerLost}
        />
      )}
      <Fold title={texts.settings} isOpen={fault === 'source-session'}>
        <SourceSettings api={api} source={source} onChange={onChange} onAnswerLost={onAnswerLost} />
      </Fold>
    </>
  )
}

/** 'Ophalen', and while a run waits for it 'Doorvoeren'. */
function Decisions({ api, source, onChange, onAnswerLost }: SourceStateProps) {
  const { busy, problem, write } = useWrite<'run' | 'apply' | 'leave'>()
  const { confirmation, _links } = source
  const { run, decide } = _links
  const done = { onDone: ({ entity }: { entity: SourceReply }) => onChange(entity), onAnswerLost }
  const decideOn = (decision: 'apply' | 'leave') =>
    decide &&
    write({
      name: decision,
      send: () => api.follow(decideSource, decide, { body: { decision, confirmation: confirmation ?? '' } }),
      failed: texts.decideFailed,
      saved: decision === 'apply' ? texts.applied : texts.left,
      ...done,
    })
  return (
    <>
      <div data-layout="row 2">
        {decide && (
          <>
            <ServerButton tone="primary" busy={busy === 'apply'} onClick={() => decideOn('apply')}>
              {texts.apply}
            </ServerButton>
            <ServerButton busy={busy === 'leave'} onClick={() => decideOn('leave')}>
              {texts.leave}
            </ServerButton>
          </>
        )}
        {run && (
          <ServerButton
            busy={busy === 'run'}
            onClick={() =>
              write({ name: 'run', send: () => api.follow(runSource, run), failed: texts.runFailed, ...done })
            }
          >
            {texts.run}
          </ServerButton>
        )}
      </div>
      <Problem text={problem} />
    </>
  )
}

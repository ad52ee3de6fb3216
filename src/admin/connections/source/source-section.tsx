import { useEffect, useRef } from 'react'
import type { SourceReply } from '#contract/source.calls.ts'
import { decideSource, getSource, hurrySource, runSource, trySource } from '#contract/source.gen.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { dotted } from '#domain/entities/dotted.ts'
import type { SourcePhase } from '#domain/source/source.schema.ts'
import { sourceFaultTexts } from '#domain/source/source.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { useAnswer } from '#src/parts/plan/use-answer.ts'
import { Problem, ServerButton, useWrite } from '#src/parts/writing/writing.tsx'
import { useServerTime } from '#src/session/session-view.tsx'
import { Alert, Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Fold } from '#src/ui/fold.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { StatusLine, type Tone } from '#src/ui/status.tsx'
import { SendingSection } from './sending-section.tsx'
import { sourceCountTexts, sourcePhaseTexts, sourceTexts as texts, trialTexts } from './source.texts.ts'
import { SourcePeople } from './source-people.tsx'
import { type SourceProps, SourceSettings } from './source-settings.tsx'

/** ms between looks while a run is under way */
const LOOK_MS = 2_000

export function SourceSection() {
  const api = useApi()
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
          <SourceState source={answer} onChange={replace} onAnswerLost={askAgain} />
        ) : (
          error === null && <Skeleton lines={4} />
        )}
      </EditSection>
      {answer && host !== null && sending && (
        <SendingSection {...{ host, sending }} source={answer} onChange={replace} onAnswerLost={askAgain} />
      )}
    </>
  )
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
  void: ['neutral', 'info'],
} as const satisfies Record<SourcePhase, readonly [Tone, IconName]>

function SourceState({ source, onChange, onAnswerLost }: SourceProps) {
  const now = useServerTime()
  const { host, phase, started_at, fault, counts, missing, is_first, is_stale, _links } = source
  const mustChoose = is_first && phase !== 'reading' && phase !== 'applying' && _links.run === undefined
  if (host === null) return <p data-text="muted">{texts.none}</p>
  const [tone, icon] = signs[phase]
  return (
    <>
      <p data-text="small muted" data-width="44">
        {is_first ? texts.introFirst(host) : texts.intro(host)}
      </p>
      <div role="status" data-layout="stack 1">
        <StatusLine tone={tone} icon={icon}>
          {sourcePhaseTexts[phase]}
        </StatusLine>
        {started_at !== null && <p data-text="small muted">{texts.began(instantLabel(started_at, now()))}</p>}
      </div>
      {mustChoose && (
        <Note tone="neutral" title={texts.choose}>
          {texts.chooseAdvice}
        </Note>
      )}
      {is_stale && <Note tone="warning">{texts.stale}</Note>}
      {fault !== null && <Note>{sourceFaultTexts[fault]}</Note>}
      {phase === 'braked' && (
        <Note tone="warning" title={texts.braked}>
          {texts.brakedAdvice}
        </Note>
      )}
      {phase === 'previewed' && <p>{is_first ? texts.previewedFirst : texts.previewed}</p>}
      {phase === 'void' && <p>{texts.void}</p>}
      {counts && <p data-text="figures">{dotted(sourceCountTexts(counts))}</p>}
      {missing.length > 0 && <p data-text="breaks">{texts.made(missing.map(({ name }) => name))}</p>}
      <Decisions source={source} onChange={onChange} onAnswerLost={onAnswerLost} />
      {counts && (
        <SourcePeople key={`${phase} ${started_at}`} source={source} onChange={onChange} onAnswerLost={onAnswerLost} />
      )}
      <Trial source={source} />
      <Fold title={texts.settings} isOpen={mustChoose || fault === 'source-session'}>
        <SourceSettings source={source} onChange={onChange} onAnswerLost={onAnswerLost} />
      </Fold>
    </>
  )
}

/** 'Ophalen', and while a run waits for it 'Doorvoeren'. */
function Decisions({ source, onChange, onAnswerLost }: SourceProps) {
  const api = useApi()
  const { busy, problem, write } = useWrite<'run' | 'apply' | 'leave' | 'hurry'>()
  const { confirmation, _links } = source
  const { run, decide, hurry } = _links
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
        {hurry && (
          <ServerButton
            busy={busy === 'hurry'}
            onClick={() =>
              write({
                ...{ name: 'hurry', send: () => api.follow(hurrySource, hurry), failed: texts.hurryFailed },
                ...{ saved: texts.hurried, ...done },
              })
            }
          >
            {texts.hurry}
          </ServerButton>
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

/** 'Verbinding proberen': what was asked of the source, and what came. */
function Trial({ source }: Pick<SourceProps, 'source'>) {
  const api = useApi()
  const { try: link } = source._links
  const { answer, error, isAsking, askAgain } = useAnswer({
    question: link ?? null,
    ask: (asked) => api.follow(trySource, asked),
    isOnDemand: true,
  })
  if (!link) return null
  return (
    <>
      <div data-layout="row 2">
        <ServerButton busy={isAsking} onClick={askAgain}>
          {texts.tryIt}
        </ServerButton>
      </div>
      <div role="status" data-layout="stack 2">
        {error !== null && <Problem text={texts.tryFailed} />}
        {answer && (
          <>
            <p>{answer.steps.every(({ fault }) => fault === null) ? texts.trialIsGood : texts.tried}</p>
            {answer.steps.map((step) => (
              <StatusLine
                key={step.asked}
                tone={step.fault === null ? 'success' : 'danger'}
                icon={step.fault === null ? 'check' : 'alert'}
              >
                {`${trialTexts.asked(step)}: ${step.fault === null ? trialTexts.came(step) : sourceFaultTexts[step.fault]}`}
              </StatusLine>
            ))}
          </>
        )}
      </div>
    </>
  )
}

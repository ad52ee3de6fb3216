import type { SourceReply } from '#contract/source.calls.ts'
import { giveSourceVerdict, previewSourceVerdict } from '#contract/source.gen.ts'
import type { Verdict, VerdictPlan } from '#domain/source/source.schema.ts'
import { sourceRemarkTexts } from '#domain/source/source.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { Remarks } from '#src/parts/many/act-progress.tsx'
import { PlanButtons, PlanDialog, PlanSentences, PlanState } from '#src/parts/plan/plan-dialog.tsx'
import { useAct, usePlan } from '#src/parts/plan/use-plan.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Table } from '#src/ui/table.tsx'
import { verdictTexts as texts } from './source.texts.ts'
import { ChangeLines } from './source-changes.tsx'

interface VerdictDialogProps {
  source: SourceReply
  verdict: Verdict
  keys: readonly string[]
  /** called on closing, with the source once it was carried out */
  onClose: (source: SourceReply | null) => void
  onAnswerLost: () => void
}

export function VerdictDialog({ source, verdict, keys, onClose, onAnswerLost }: VerdictDialogProps) {
  const api = useApi()
  const notify = useNotify()
  const { preview_verdict, give_verdict } = source._links
  const plan = usePlan({
    question: preview_verdict && give_verdict ? { verdict, keys: [...keys] } : null,
    preview: (body) =>
      preview_verdict
        ? api.follow(previewSourceVerdict, preview_verdict, { body })
        : Promise.reject(new Error('no link')),
    failed: texts.previewFailed,
  })
  const people = plan.plan?.people ?? []
  const able = people.filter(({ proposal }) => proposal !== null)
  const unable = people.filter(({ proposal }) => proposal === null)
  const act = useAct(plan, {
    carryOut: (body) =>
      give_verdict ? api.follow(giveSourceVerdict, give_verdict, { body }) : Promise.reject(new Error('no link')),
    failed: texts.failed,
    onDone: ({ entity }) => {
      notify('success', texts.done(verdict, able.length))
      onClose(entity)
    },
    onAnswerLost: () => {
      onClose(null)
      onAnswerLost()
    },
  })
  const isMoving = able.some(({ proposal }) => proposal?.kind === 'address-changed')
  return (
    <PlanDialog title={texts.title(verdict)} isWide onClose={() => onClose(null)}>
      <PlanState plan={plan} changed={texts.changed} />
      {plan.plan && (
        <PlanSentences>
          {able.length === 0 && <p>{texts.nothing}</p>}
          {able.length > 0 && <PlannedPeople people={able} />}
          {unable.length > 0 && <Remarks caption={texts.unable} remarks={unable.map(remarkOn)} />}
          {able.length > 0 && (
            <p>{verdict === 'reject' ? texts.rejecting : isMoving ? texts.moving : texts.matching}</p>
          )}
        </PlanSentences>
      )}
      <PlanButtons
        label={plan.plan?.confirmation ? texts.confirm(verdict, able.length) : null}
        tone={verdict === 'reject' ? 'danger' : 'primary'}
        isBusy={act.isBusy}
        problem={act.problem}
        onConfirm={() => act.confirm()}
        onClose={() => onClose(null)}
      />
    </PlanDialog>
  )
}

type PlannedPerson = VerdictPlan['people'][number]

const PlannedPeople = ({ people }: { people: readonly PlannedPerson[] }) => (
  <Table
    caption={texts.people}
    rows={people.map((person, id) => ({ ...person, id }))}
    keyOf={({ id }) => id}
    columns={[
      {
        key: 'account',
        label: texts.columns.account,
        cell: ({ account }) => <strong translate="no">{account}</strong>,
      },
      { key: 'name', label: texts.columns.source, cell: ({ name, student_number }) => `${name} (${student_number})` },
      {
        key: 'changes',
        label: texts.columns.changes,
        cell: ({ proposal }) => <ChangeLines changes={proposal?.changes ?? []} />,
      },
    ]}
  />
)

const remarkOn = ({ key, name, remarks }: PlannedPerson) => ({
  who: name,
  key,
  why: remarks.length > 0 ? remarks.map((remark) => sourceRemarkTexts[remark]) : [texts.settled],
})

import { previewRoomsPublication, publishRooms } from '#contract/dividing.gen.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { PlanButtons, PlanDialog, PlanSentences, PlanState } from '#src/parts/plan/plan-dialog.tsx'
import { useAct, usePlan } from '#src/parts/plan/use-plan.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { StatusLine } from '#src/ui/status.tsx'
import { RevealingRooms } from '../moment-students.tsx'
import { publishTexts as texts } from './seating.texts.ts'

interface PublishRoomsDialogProps {
  links: { preview: Link; publish: Link }
  onClose: () => void
}

/** Shows students of a moment where they sit, after saying how many are notified. */
export function PublishRoomsDialog({ links, onClose }: PublishRoomsDialogProps) {
  const api = useApi()
  const notify = useNotify()
  const plan = usePlan({
    question: {},
    preview: () => api.follow(previewRoomsPublication, links.preview),
    failed: texts.previewFailed,
  })
  const act = useAct(plan, {
    carryOut: ({ confirmation }) => api.follow(publishRooms, links.publish, { body: { confirmation } }),
    failed: texts.failed,
    onDone: () => {
      notify('success', texts.done)
      onClose()
    },
    onAnswerLost: onClose,
  })
  const { confirmation = null, students = 0, without_chair = 0, revealing = [] } = plan.plan ?? {}
  return (
    <PlanDialog title={texts.title} onClose={onClose}>
      <PlanState plan={plan} changed={texts.changed} />
      {plan.plan && (
        <PlanSentences>
          <p>{texts.plan(students)}</p>
          {without_chair > 0 && <StatusLine tone="warning">{texts.without(without_chair)}</StatusLine>}
          <RevealingRooms names={revealing} />
          <p data-text="small muted">{texts.later}</p>
        </PlanSentences>
      )}
      <PlanButtons
        label={confirmation === null ? null : texts.confirm(students)}
        isBusy={act.isBusy}
        problem={act.problem}
        onConfirm={() => act.confirm()}
        onClose={onClose}
      />
    </PlanDialog>
  )
}

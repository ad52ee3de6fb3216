import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'
import type { DepartmentSwitchReply } from '#contract/departments.calls.ts'
import { previewDepartmentSwitch, switchDepartment } from '#contract/departments.gen.ts'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { DepartmentSwitchMetadata, EducationDepartment } from '#domain/departments/department.schema.ts'
import { canBeChosen } from '#domain/enrollments/enrollment.rules.ts'
import { lostForGoodText } from '#domain/enrollments/enrollment-card.texts.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { Problem } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Form, Options, SelectField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { SlowNotice } from '../page-state/slow-notice.tsx'
import { PlanButtons, PlanDialog, PlanState } from '../plan/plan-dialog.tsx'
import { useAct, usePlan } from '../plan/use-plan.ts'
import { departmentSwitchTexts as texts } from './department-switch.texts.ts'

interface DepartmentSwitchProps {
  user: User
  /** departments that can be chosen, and the student's own */
  departments: readonly EducationDepartment[]
  currentId: number | null
  onSwitched?: (reply: DepartmentSwitchReply) => void
  /** dialog with the consequences, shown before the switch; a teacher's dialog also offers a message */
  Question?: ComponentType<SwitchQuestionProps>
}

export function DepartmentSwitch(props: DepartmentSwitchProps) {
  const api = useApi()
  const { user, departments, currentId, onSwitched, Question = SwitchQuestion } = props
  const notify = useNotify()
  const connected = useIsConnected()
  const [chosenId, choose] = useState<number | null>(null)
  const chosen = departments.find(({ id }) => id === chosenId && id !== currentId)
  const plan = usePlan({
    question: chosen ? { user_id: user.id, department_id: chosen.id } : null,
    preview: (query) => api.call(previewDepartmentSwitch, { query }),
    isOnDemand: true,
    failed: texts.previewFailed,
    refusals: texts.refusals,
  })
  const act = useAct(plan, {
    carryOut: (body) => api.call(switchDepartment, { body }),
    failed: texts.failed,
    refusals: texts.refusals,
    onDone: (reply) => {
      choose(null)
      notify('success', texts.switched(chosen?.name ?? '', reply.students_messaged))
      if (reply.enrollments_deleted > 0) notify('neutral', texts.deleted(reply.enrollments_deleted))
      if (reply.enrollments_made > 0) notify('neutral', texts.made(reply.enrollments_made))
      onSwitched?.(reply)
    },
    onAnswerLost: plan.putAway,
    onRefused: () => {
      plan.putAway()
      return false
    },
  })
  // The link only shows that a switch is allowed; each call names the student itself.
  if (!user._links.department_switch) return null

  const look = () => {
    if (!chosen || !connected) return
    act.clearProblem()
    plan.ask()
  }
  return (
    <Form data-layout="grid 4" data-width="28" onSubmit={look}>
      <SelectField
        label="Studierichting"
        value={chosenId ?? currentId ?? ''}
        onChange={({ target }) => choose(Number(target.value))}
      >
        {currentId === null && <option value="">{texts.choose}</option>}
        <Options of={departments.map(({ id, name }) => [id, name])} />
      </SelectField>
      <Problem text={plan.problem ?? act.problem} />
      <div data-layout="row 3">
        <Button type="submit" busy={plan.isAsking} disabled={!chosen || !connected}>
          {texts.look}
        </Button>
        <SlowNotice isGoingOn={plan.isAsking || act.isBusy} />
      </div>
      {plan.plan && chosen && (
        <Question
          to={chosen}
          plan={plan}
          preview={plan.plan}
          isBusy={act.isBusy}
          onConfirm={act.confirm}
          onClose={() => choose(null)}
        />
      )}
    </Form>
  )
}

export interface SwitchQuestionProps {
  to: EducationDepartment
  plan: ComponentProps<typeof PlanState>['plan']
  preview: DepartmentSwitchMetadata
  isBusy: boolean
  onConfirm: (message?: WrittenMessage) => void
  onClose: () => void
  /** fields for a teacher's message about the switch */
  children?: ReactNode
}

export const SwitchQuestion = ({ to, plan, preview, isBusy, onConfirm, onClose, children }: SwitchQuestionProps) => (
  <PlanDialog title={texts.switchTo(to.name)} onClose={onClose}>
    <PlanState plan={plan} changed={texts.changed} />
    <Part title={texts.ending} none={texts.noneEnding}>
      {preview.enrollments_to_be_deleted.map(({ id, module_name, testmoment }) => (
        <li key={id}>
          <span>{`${module_name} op ${whenAndWhereLabel(testmoment, Date.now())}`}</span>
          {!canBeChosen(testmoment, Date.now()) && (
            <StatusLine tone="danger" icon="lock">
              {lostForGoodText}
            </StatusLine>
          )}
        </li>
      ))}
    </Part>
    {preview.modules_to_be_added.length > 0 && (
      <Part title={texts.added}>
        {preview.modules_to_be_added.map((module) => (
          <li key={module.id}>{moduleLabel(module)}</li>
        ))}
      </Part>
    )}
    <Tests title={texts.automatic} tests={preview.enrollments_to_be_made} />
    <Tests title={texts.waitsEnding} tests={preview.waits_to_be_deleted} />
    <Tests title={texts.full} tests={preview.enrollments_without_seat} />
    {children}
    <PlanButtons label={texts.confirm} tone="danger" isBusy={isBusy} onConfirm={() => onConfirm()} onClose={onClose} />
  </PlanDialog>
)

interface TestsProps {
  title: string
  tests: DepartmentSwitchMetadata['enrollments_to_be_made' | 'waits_to_be_deleted' | 'enrollments_without_seat']
}

const Tests = ({ title, tests }: TestsProps) =>
  tests.length > 0 && (
    <Part title={title}>
      {tests.map(({ testmoment, module }) => (
        <li key={`${testmoment.id}-${module.id}`}>
          {`${module.name} op ${whenAndWhereLabel(testmoment, Date.now())}`}
        </li>
      ))}
    </Part>
  )

const Part = ({ title, none, children }: { title: string; none?: string; children: ReactNode[] }) => (
  <section data-layout="grid 1">
    <h3>{title}</h3>
    {children.length === 0 ? (
      <p>{none}</p>
    ) : (
      <ul data-layout="bulleted" data-text="breaks">
        {children}
      </ul>
    )}
  </section>
)

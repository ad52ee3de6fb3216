import { emptyListTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import { completedByResultText } from '#domain/results/result.texts.ts'
import { Checklist } from '#src/ui/checklist.tsx'
import { stepTexts } from './onboarding.texts.ts'
import styles from './step.module.css'
import { StepForm, StepUnloaded } from './step-form.tsx'
import { useStep } from './use-step.ts'

export function ModulesStep() {
  const view = useStep(3)
  const { known, answers, send } = view
  const modules = known.modules ?? []

  return (
    <>
      <p className={styles.explanation} data-text="muted">
        {stepTexts.modules}
      </p>
      {view.isLoaded ? (
        <StepForm step={3} view={view}>
          {modules.length === 0 ? (
            <p>{emptyListTexts.noModulesInDepartment}</p>
          ) : (
            <Checklist
              legend="Afgeronde modules"
              options={modules.map(({ module, by_result }) => ({
                id: module.id,
                label: moduleLabel(module),
                isChecked: answers.completedIds.includes(module.id),
                isFixed: by_result,
                ...(by_result && { hint: completedByResultText }),
              }))}
              onChange={(id, isCompleted) => send({ type: 'module.ticked', id, isCompleted })}
            />
          )}
        </StepForm>
      ) : (
        <StepUnloaded {...view} />
      )}
    </>
  )
}

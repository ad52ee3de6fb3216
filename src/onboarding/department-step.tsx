import { Options, SelectField } from '#src/ui/field.tsx'
import { stepTexts, departmentStepTexts as texts } from './onboarding.texts.ts'
import styles from './step.module.css'
import { StepForm, StepUnloaded } from './step-form.tsx'
import { useStep } from './use-step.ts'

export function DepartmentStep() {
  const view = useStep(2)
  const { known, answers, send } = view
  const departments = known.departments ?? []

  return (
    <>
      <p className={styles.explanation} data-text="muted">
        {stepTexts.department}
      </p>
      {!view.isLoaded ? (
        <StepUnloaded {...view} />
      ) : departments.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <StepForm step={2} view={view}>
          <SelectField
            label="Studierichting"
            value={answers.departmentId ?? undefined}
            onChange={({ target }) => send({ type: 'department.chosen', id: Number(target.value) })}
          >
            <Options of={departments.map(({ id, name }) => [id, name])} />
          </SelectField>
        </StepForm>
      )}
    </>
  )
}

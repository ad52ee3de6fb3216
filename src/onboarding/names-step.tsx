import { useNameFields } from '#src/parts/editing/name-fields.tsx'
import { stepTexts } from './onboarding.texts.ts'
import styles from './step.module.css'
import { StepForm } from './step-form.tsx'
import { useStep } from './use-step.ts'

export function NamesStep() {
  const view = useStep(1)
  const { names } = view.answers
  const { nameFields, checkNames, areFollowed } = useNameFields(
    names,
    (typed) => view.send({ type: 'names.typed', names: { ...names, ...typed } }),
    view.known.user,
  )
  return (
    <>
      <h2>Welkom!</h2>
      <p className={styles.explanation} data-text="muted">
        {areFollowed ? stepTexts.followedNames : stepTexts.names}
      </p>
      <StepForm step={1} view={view} mayBeSaved={checkNames}>
        <div data-layout="stack 4" data-keeps-focus>
          {nameFields}
        </div>
      </StepForm>
    </>
  )
}

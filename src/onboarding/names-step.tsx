import { useNameFields } from '#src/parts/editing/name-fields.tsx'
import styles from './step.module.css'
import { StepForm } from './step-form.tsx'
import { useStep } from './use-step.ts'

export function NamesStep() {
  const view = useStep(1)
  const { names } = view.answers
  const { nameFields, checkNames } = useNameFields(names, (typed) =>
    view.send({ type: 'names.typed', names: { ...names, ...typed } }),
  )
  return (
    <>
      <h2>Welkom!</h2>
      <p className={styles.explanation} data-text="muted">
        In vier korte stappen is je account klaar voor gebruik. Je voor- en achternaam staan op de presentielijst van
        een toets: vul ze in zoals je opleiding je kent.
      </p>
      <StepForm step={1} view={view} mayBeSaved={checkNames}>
        {nameFields}
      </StepForm>
    </>
  )
}

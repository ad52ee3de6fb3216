import { startTransition, useActionState } from 'react'
import type { Outcome } from './outcome.ts'

export interface Submission<Values, Reply> {
  /** null until the form was sent for the first time; a new object each time, also when it says the same */
  outcome: Outcome<Reply> | null
  isBusy: boolean
  /** does nothing while an answer is awaited */
  submit: (values: Values) => void
}

/** One form's sending. The form itself is left alone, so that its fields keep what was typed. */
export function useSubmission<Values, Reply>(
  send: (values: Values) => Promise<Outcome<Reply>>,
): Submission<Values, Reply> {
  const [outcome, dispatch, isBusy] = useActionState<Outcome<Reply> | null, Values>((_, values) => send(values), null)
  const submit = (values: Values) => {
    if (!isBusy) startTransition(() => dispatch(values))
  }
  return { outcome, isBusy, submit }
}

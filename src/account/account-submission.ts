import { startTransition, useActionState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { failureAdvice } from '#src/api/failure.texts.ts'

export interface Submission<Values, Reply> {
  /** null until the form was sent; a new object each time, even with the same content */
  outcome: Outcome<Reply> | null
  isBusy: boolean
  /** ignored while an answer is awaited */
  submit: (values: Values) => void
}

/** Sends one form. The form is not reset, so that its fields keep what was typed. */
export function useSubmission<Values, Reply>(
  send: (values: Values) => Promise<Outcome<Reply>>,
): Submission<Values, Reply> {
  const [outcome, dispatch, isBusy] = useActionState<Outcome<Reply> | null, Values>((_, values) => send(values), null)
  const submit = (values: Values) => {
    if (!isBusy) startTransition(() => dispatch(values))
  }
  return { outcome, isBusy, submit }
}

export type Outcome<Reply> = { reply: Reply; problems: readonly [] } | { reply: null; problems: readonly string[] }

/** Never rejects. `refusalText` gives a sentence for further refusals of this call, and null for anything else. */
export async function outcomeOf<Reply>(
  call: Promise<Reply>,
  refusalText: (error: unknown) => string | null = () => null,
): Promise<Outcome<Reply>> {
  try {
    return { reply: await call, problems: [] }
  } catch (error) {
    const refusal = refusalText(error)
    return { reply: null, problems: refusal === null ? problemsIn(error) : [refusal] }
  }
}

const problemsIn = (error: unknown): readonly string[] =>
  error instanceof ApiError && error.sentences.length > 0 ? error.sentences : [callFailureText(error)]

/** Why a visitor's call failed; a visitor can only ask their teacher. */
export const callFailureText = (error: unknown): string => failureAdvice(error, { helper: 'je docent wiskunde' })

/** Text as typed, including spaces, which count in a password. */
export const typedText = (form: FormData, name: string): string => String(form.get(name) ?? '')

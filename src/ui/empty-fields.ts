import type { KeyboardEvent } from 'react'

const emptyIn = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.querySelectorAll('input')].filter(({ value, type, readOnly, hidden }) => {
    return value === '' && type !== 'checkbox' && !readOnly && !hidden
  })

/** Ref of a form: the cursor is where the user has something to type. A stable function, so that it runs once. */
export const focusFirstEmpty = (form: HTMLFormElement | null): void => void (form && emptyIn(form)[0]?.focus())

/** Enter in a field goes on to the next one that is empty, as the key on a phone's keyboard says; in the last one it submits. */
export function enterGoesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return
  const next = emptyIn(event.currentTarget).find(
    (field) => target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  if (!next) return
  event.preventDefault()
  next.focus()
}

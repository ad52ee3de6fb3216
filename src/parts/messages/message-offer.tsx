import { type RefObject, useId, useRef, useState } from 'react'
import type { ProposedMessage } from '#domain/messages/change.texts.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { messageOfferTexts as texts } from './message.texts.ts'
import { MessageFields, wordsRefusal } from './message-fields.tsx'
import styles from './message-offer.module.css'

/** A teacher's choice about writing to the students that a change concerns. */
interface Offer {
  isWanted: boolean
  written: ProposedMessage
  /** the words were edited, and the change that they describe has changed since */
  isOutdated: boolean
  want: (isWanted: boolean) => void
  edit: (changes: Partial<ProposedMessage>) => void
  /** returns to the proposed words */
  restore: () => void
  place: RefObject<HTMLDivElement | null>
}

interface OfferInHand {
  offer: Offer
  /** Calls `carryOn` with the message, or without one where it is not wanted. Shows the errors instead where there are any. */
  confirm: (carryOn: (message: WrittenMessage | undefined) => void) => void
  /** resets the offer after sending: the next one is a different message */
  restart: () => void
}

interface Draft {
  /** idempotency key of the message: a change that is sent again notifies once */
  key: string
  /** the proposal, as JSON */
  of: string
  isWanted: boolean
  edited: { words: ProposedMessage; of: string } | null
}

const newDraft = (of: string): Draft => ({ key: crypto.randomUUID(), of, isWanted: true, edited: null })

interface OfferOptions {
  /** the form around the offer can still be edited: edited words then stay, with a remark that the change differs */
  keepsWords?: boolean
}

/**
 * Offers a message to the students that a change concerns (`proposed` is null while there are none); it is wanted unless the
 * teacher unticks it. Its words follow the change until they are edited. `MessageOffer` renders it in the question before the
 * change. A user who closes that question and asks again finds the words again.
 */
export function useMessageOffer(
  proposed: ProposedMessage | null,
  { keepsWords = false }: OfferOptions = {},
): OfferInHand {
  const of = JSON.stringify(proposed)
  const [draft, setDraft] = useState(() => newDraft(of))
  const place = useRef<HTMLDivElement>(null)
  if (proposed && draft.of !== of)
    setDraft({ ...newDraft(of), ...(keepsWords && { isWanted: draft.isWanted, edited: draft.edited }) })
  const { key, isWanted, edited } = draft
  const written = { subject: '', text: '', ...proposed, ...edited?.words }
  return {
    offer: {
      isWanted,
      written,
      isOutdated: edited !== null && edited.of !== of,
      place,
      want: (wanted) => setDraft({ ...draft, isWanted: wanted }),
      edit: (changes) => setDraft({ ...draft, edited: { words: { ...written, ...changes }, of: edited?.of ?? of } }),
      restore: () => setDraft({ ...draft, edited: null }),
    },
    confirm: (carryOn) => {
      if (!proposed || !isWanted) carryOn(undefined)
      else if (wordsRefusal(written) === null) carryOn({ key, ...written })
      else place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    },
    restart: () => setDraft(newDraft(of)),
  }
}

export function MessageOffer({ offer, recipients }: { offer: Offer; recipients: number }) {
  const { isWanted, written, isOutdated, want, edit, restore, place } = offer
  const id = useId()
  return (
    <div ref={place} className={styles.offer} data-layout="grid 1" data-box>
      <label data-layout="row 3 nowrap target" data-text="strong">
        <input
          data-layout="fixed"
          type="checkbox"
          checked={isWanted}
          aria-describedby={`${id}-way`}
          onChange={({ target }) => want(target.checked)}
        />
        <span>{texts.label(recipients)}</span>
      </label>
      <p id={`${id}-way`} data-text="small muted">
        {isWanted ? texts.goes : texts.goesNot}
      </p>
      {isWanted && (
        <div className={styles.words} data-layout="grid 4" data-above="3">
          <MessageFields words={written} isTried onEdit={edit} />
          {isOutdated && (
            <Alert tone="neutral">
              <div data-layout="grid 2 left">
                <p>{texts.ofEarlierVersion}</p>
                <Button onClick={restore}>{texts.proposeAgain}</Button>
              </div>
            </Alert>
          )}
        </div>
      )}
    </div>
  )
}

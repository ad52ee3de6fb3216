import { MAX_TEXT_LENGTH, type MessageRefusal, messageRefusal, tidyMessage } from '#domain/messages/message.rules.ts'
import { messageRefusalTexts } from '#domain/messages/message.texts.ts'
import { TextField } from '#src/ui/field.tsx'
import { ProseArea } from '#src/ui/prose-area.tsx'
import { messageFieldTexts as texts } from './message.texts.ts'

export interface Words {
  subject: string
  text: string
}

interface MessageFieldsProps {
  words: Words
  /** the user tried to send it: from then on missing fields are errors too */
  isTried: boolean
  onEdit: (changes: Partial<Words>) => void
}

export function MessageFields({ words, isTried, onEdit }: MessageFieldsProps) {
  const { subject, text } = words
  const subjectError = errorOf(wordsRefusal({ subject, text: 'x' }), isTried)
  return (
    <>
      <TextField
        label={texts.subject}
        value={subject}
        onChange={({ target }) => onEdit({ subject: target.value })}
        {...(subjectError && { error: subjectError })}
      />
      <ProseArea
        label={texts.text}
        rows={8}
        value={text}
        onChange={({ target }) => onEdit({ text: target.value })}
        error={errorOf(wordsRefusal({ subject: 'x', text }), isTried)}
        counter={texts.counted(lengthOf(words), MAX_TEXT_LENGTH)}
      />
    </>
  )
}

/** An empty field is an error only after an attempt to send. */
const errorOf = (refusal: MessageRefusal | null, isTried: boolean): string | undefined =>
  refusal && (isTried || !missing.includes(refusal)) ? messageRefusalTexts[refusal] : undefined

const missing: readonly MessageRefusal[] = ['subject-missing', 'message-missing']

/** Reason why these words cannot be sent, or null. The server applies the same rule. */
export const wordsRefusal = (words: Words): MessageRefusal | null => messageRefusal(tidyMessage(words))

const lengthOf = (words: Words): number => [...tidyMessage(words).text].length

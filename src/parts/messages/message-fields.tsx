import { MAX_TEXT_LENGTH, type MessageRefusal, messageRefusal, tidyMessage } from '#domain/messages/message.rules.ts'
import { messageRefusalTexts } from '#domain/messages/message.texts.ts'
import { TextField } from '#src/ui/field.tsx'
import { ProseArea } from '#src/ui/prose-area.tsx'

export interface Words {
  subject: string
  text: string
}

interface MessageFieldsProps {
  words: Words
  /** somebody tried to send it: from then on what is missing is said too */
  isTried: boolean
  onEdit: (changes: Partial<Words>) => void
}

/** What is written to students: a subject and a text, with what keeps them from being sent. */
export function MessageFields({ words, isTried, onEdit }: MessageFieldsProps) {
  const refusal = wordsRefusal(words)
  const said = refusal && (isTried || !missing.includes(refusal)) ? refusal : null
  const error = said ? messageRefusalTexts[said] : undefined
  const isOfSubject = said === 'subject-missing' || said === 'subject-too-long'
  return (
    <>
      <TextField
        label="Onderwerp"
        autoComplete="off"
        value={words.subject}
        onChange={({ target }) => onEdit({ subject: target.value })}
        {...(error && isOfSubject && { error })}
      />
      <ProseArea
        label="Tekst"
        rows={8}
        value={words.text}
        onChange={({ target }) => onEdit({ text: target.value })}
        error={isOfSubject ? undefined : error}
        counter={`${lengthOf(words).toLocaleString('nl')} van ${MAX_TEXT_LENGTH.toLocaleString('nl')} tekens`}
      />
    </>
  )
}

/** What keeps these words from being sent; null when nothing does. The server asks the same. */
export const wordsRefusal = (words: Words): MessageRefusal | null => messageRefusal(tidyMessage(words))

/** Nothing to remark on before somebody had the time to write it. */
const missing: readonly MessageRefusal[] = ['subject-missing', 'message-missing']

const lengthOf = (words: Words): number => [...tidyMessage(words).text].length

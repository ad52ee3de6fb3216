import { textParts } from '#domain/messages/text-parts.ts'
import styles from './messages.module.css'

/** Text of a message as it was written, with its line breaks. Web addresses become links. */
export function MessageText({ text }: { text: string }) {
  let at = 0
  return (
    <div className={styles.text} data-text="breaks" data-width="40">
      {textParts(text).map((part) => {
        const key = at
        at += part.text.length
        // In a new tab, so that the message stays open for reading.
        return part.href ? (
          <a key={key} href={part.href} target="_blank" rel="noopener noreferrer">
            {part.text}
          </a>
        ) : (
          part.text
        )
      })}
    </div>
  )
}

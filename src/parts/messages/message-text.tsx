import { textParts } from '#domain/messages/text-parts.ts'
import styles from './messages.module.css'

/** A message's words as they were written, with their line breaks; the addresses in them can be pressed. */
export function MessageText({ text }: { text: string }) {
  let at = 0
  return (
    <div className={styles.text} data-text="breaks" data-width="40">
      {textParts(text).map((part) => {
        const key = at
        at += part.text.length
        // A link of a letter sends no referrer, and leaves this screen as it is.
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

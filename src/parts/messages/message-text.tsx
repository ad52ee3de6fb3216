import { textParts } from '#domain/messages/text-parts.ts'
import styles from './messages.module.css'

/** Text of a message as it was written, with its line breaks; web addresses in it become links. */
export function MessageText({ text }: { text: string }) {
  let at = 0
  return (
    <div className={styles.text} data-text="breaks" data-width="40">
      {textParts(text).map((part) => {
        const key = at
        at += part.text.length
        // A link in a message sends no referrer, and opens beside this screen.
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

import { tidyMessage } from '#domain/messages/message.rules.ts'
import { messageLetterTexts } from '#domain/messages/message.texts.ts'
import { messagePushTexts } from '#domain/push/push.texts.ts'
import { personLabel } from '#domain/users/names.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Words } from '#src/parts/messages/message-fields.tsx'
import { MessageText } from '#src/parts/messages/message-text.tsx'
import styles from './messages.module.css'
import { messagePreviewTexts as texts } from './messages.texts.ts'

/** Preview of the push, which only says that there is a message, and of the e-mail, in full length. */
export function MessagePreview({ words, sender }: { words: Words; sender: User }) {
  const { subject, text } = tidyMessage(words)
  return (
    <section className={styles.preview} data-layout="stack 4" data-width="40" aria-labelledby="preview">
      <h2 id="preview">Voorbeeld</h2>
      <figure data-layout="grid 2">
        <figcaption data-text="small muted">{texts.push}</figcaption>
        <div className={styles.push} data-layout="row 3 nowrap" data-text="small" data-pad="3 x4">
          <img data-layout="fixed" src="/icons/icon.svg" alt="" width="36" height="36" />
          <div>
            <p data-text="base strong">{messagePushTexts.message.title}</p>
            <p>{messagePushTexts.message.body}</p>
          </div>
        </div>
      </figure>
      <figure data-layout="grid 2">
        <figcaption data-text="small muted">{texts.letter}</figcaption>
        <div className={styles.letter} data-layout="stack 4" data-text="breaks" data-box>
          <p data-text="small strong">{texts.product}</p>
          <p className={styles.letterSubject} data-text="large strong">
            {subject || 'Onderwerp'}
          </p>
          <p>Hallo Noor,</p>
          {text === '' ? <p data-text="muted">{texts.noText}</p> : <MessageText text={text} />}
          <div data-layout="grid 2" data-text="muted small">
            <p>{messageLetterTexts.sender(personLabel(sender))}</p>
            <p>{messageLetterTexts.inApp(`${location.origin}/student/messages`)}</p>
          </div>
        </div>
      </figure>
    </section>
  )
}

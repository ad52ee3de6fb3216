import type { ReactNode } from 'react'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { Message } from '#domain/messages/message.schema.ts'
import type { Api } from '#src/api/api.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { MessageText } from '#src/parts/messages/message-text.tsx'
import { MessageOutcome } from './message-outcome.tsx'
import styles from './messages.module.css'
import { messagesTexts as texts } from './messages.texts.ts'

interface MessageScreenProps {
  api: Api
  message: Message
}

/** One message: its recipients, its outcome and its text. */
export const MessageScreen = ({ api, message }: MessageScreenProps) => (
  <div data-layout="stack 4 measured">
    <BackLink to="/admin/messages">Berichten</BackLink>
    <div className={styles.read} data-layout="grid 4">
      <EditSection title={message.subject}>
        <dl className={styles.facts} data-layout="grid 1" data-text="breaks">
          <Fact name="Aan">
            {message.audience_label} ({texts.students(message.recipients)})
          </Fact>
          <Fact name="Door">{message.sender?.name ?? texts.goneSender}</Fact>
          <Fact name="Op">
            <time dateTime={message.created_at}>{instantLabel(message.created_at, Date.now())}</time>
            {message.kind === 'change' && `, ${texts.ofChange}`}
          </Fact>
        </dl>
      </EditSection>
      <EditSection title={texts.outcome}>
        <MessageOutcome api={api} message={message} />
      </EditSection>
      <EditSection title={texts.content}>
        <MessageText text={message.text} />
      </EditSection>
    </div>
  </div>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div data-layout="grid 3">
    <dt data-text="muted">{name}</dt>
    <dd>{children}</dd>
  </div>
)

import type { ReactNode } from 'react'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { dotted } from '#domain/entities/dotted.ts'
import type { Message, MessageVariant } from '#domain/messages/message.schema.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { MessageText } from '#src/parts/messages/message-text.tsx'
import { MessageOutcome } from './message-outcome.tsx'
import styles from './messages.module.css'
import { messagesTexts as texts } from './messages.texts.ts'

export const MessageScreen = ({ message }: { message: Message }) => (
  <div data-layout="stack 4 measured">
    <BackLink to="/admin/messages">Berichten</BackLink>
    <div className={styles.read} data-layout="grid 4">
      <EditSection title={message.subject}>
        <dl className={styles.facts} data-layout="grid 1" data-text="breaks">
          <Fact name="Aan">
            {`${message.variants.length > 1 ? texts.variants(message.variants.length) : message.audience_label} (${texts.students(message.recipients)})`}
          </Fact>
          <Fact name="Door">{message.sender?.name ?? texts.goneSender}</Fact>
          <Fact name="Op">
            <time translate="no" dateTime={message.created_at}>
              {instantLabel(message.created_at, Date.now())}
            </time>
            {message.kind === 'change' && <span>{`, ${message.automatic ? texts.byItself : texts.ofChange}`}</span>}
          </Fact>
        </dl>
      </EditSection>
      <EditSection title={texts.outcome}>
        <MessageOutcome message={message} />
      </EditSection>
      {message.variants.length === 0 ? (
        <EditSection title={texts.content}>
          <MessageText text={message.text} />
        </EditSection>
      ) : (
        <EditSection title={texts.variantCount(message.variants.length)}>
          <p data-text="small muted">{texts.ownDetails}</p>
          <ul data-layout="grid lined">
            {failedFirst(message.variants).map((variant) => (
              <Variant key={variant.id} variant={variant} />
            ))}
          </ul>
        </EditSection>
      )}
    </div>
  </div>
)

const failuresOf = ({ letters: { refused, unknown } }: MessageVariant): number => refused + unknown

const failedFirst = (variants: readonly MessageVariant[]): MessageVariant[] =>
  variants.toSorted((one, other) => failuresOf(other) - failuresOf(one) || one.id - other.id)

const Variant = ({ variant: { subject, text, recipients, letters } }: { variant: MessageVariant }) => (
  <li data-layout="grid 1" data-pad="y3" data-text="breaks">
    <strong>{subject}</strong>
    <span data-text="small muted">
      {dotted([
        texts.students(recipients),
        letters.refused > 0 && texts.refused(letters.refused),
        letters.unknown > 0 && texts.unknown(letters.unknown),
      ])}
    </span>
    <MessageText text={text} />
  </li>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div data-layout="grid 3">
    <dt data-text="muted">{name}</dt>
    <dd>{children}</dd>
  </div>
)

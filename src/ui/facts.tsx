import type { ReactNode } from 'react'
import styles from './facts.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface Fact {
  term: string
  value: ReactNode
  /** written too, where the value does not speak for itself */
  isTermShown?: boolean
}

/** Facts about something, on as few lines as it takes. */
export const Facts = ({ facts }: { facts: readonly (Fact | false)[] }) => (
  <dl className={styles.facts}>
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact.term}>
            <dt>{fact.isTermShown ? `${fact.term} ` : <VisuallyHidden>{fact.term}</VisuallyHidden>}</dt>
            <dd>{fact.value}</dd>
          </div>
        ),
    )}
  </dl>
)

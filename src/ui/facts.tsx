import type { ReactNode } from 'react'
import styles from './facts.module.css'
import { VisuallyHidden } from './icon.tsx'

interface Fact {
  term: string
  value: ReactNode
  /** shows the term, where the value is unclear without it */
  isTermShown?: boolean
}

/** Facts, on as few lines as possible. Screen readers always read the terms. */
export const Facts = ({ facts }: { facts: readonly (Fact | false)[] }) => (
  <dl className={styles.facts} data-layout="row 0 x4 start" data-text="small muted figures breaks">
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

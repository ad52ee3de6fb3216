import { type ReactNode, useId } from 'react'
import { Card } from '#src/ui/card/card.tsx'
import styles from './edit-section.module.css'

/** One part of an edit screen, under its own heading. */
export function EditSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className={styles.section}>
          <h2 id={id}>{title}</h2>
          {children}
        </div>
      </Card>
    </section>
  )
}

/** The parts of an edit screen, below each other. */
export const EditPage = ({ children }: { children: ReactNode }) => <div className={styles.page}>{children}</div>

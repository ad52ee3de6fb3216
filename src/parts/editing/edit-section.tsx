import { Link } from '@tanstack/react-router'
import { type ReactNode, type Ref, useId } from 'react'
import type { AuditResource } from '#domain/audit/audit.schema.ts'
import { Card } from '#src/ui/card.tsx'
import styles from './editing.module.css'

interface EditSectionProps {
  title: string
  /** gets the heading, where the focus may have to go */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One part of an edit screen, under its own heading. */
export function EditSection({ title, headingRef, children }: EditSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className={styles.section}>
          <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
            {title}
          </h2>
          {children}
        </div>
      </Card>
    </section>
  )
}

/** The parts of an edit screen, below each other. */
export const EditPage = ({ children }: { children: ReactNode }) => <div className={styles.page}>{children}</div>

interface AuditLinkProps {
  resource: AuditResource
  id: number
  /** e.g. 'Logboek van dit toetsmoment' */
  children: string
}

/** From an edit screen to what was done to its record. */
export const AuditLink = ({ resource, id, children }: AuditLinkProps) => (
  <p>
    <Link to="/admin/audit" search={{ resource, resource_id: id }}>
      {children}
    </Link>
  </p>
)

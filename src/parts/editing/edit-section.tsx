import { Link } from '@tanstack/react-router'
import { type ReactNode, type Ref, useId } from 'react'
import type { AuditResource } from '#domain/audit/audit.schema.ts'
import { Card } from '#src/ui/card.tsx'
import styles from './editing.module.css'

interface EditSectionProps {
  title: string
  /** id of the heading, for links to this section */
  anchor?: string
  /** receives the heading element, for callers that move the focus to it */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One part of an edit screen, under its own heading. */
export function EditSection({ title, anchor, headingRef, children }: EditSectionProps) {
  const generated = useId()
  const id = anchor ?? generated
  return (
    <section aria-labelledby={id}>
      <Card>
        <div data-layout="stack 4">
          <h2 id={id} ref={headingRef} tabIndex={anchor || headingRef ? -1 : undefined}>
            {title}
          </h2>
          {children}
        </div>
      </Card>
    </section>
  )
}

interface EditPageProps {
  /** puts some parts side by side where there is room */
  isWide?: boolean
  children: ReactNode
}

export const EditPage = ({ isWide, children }: EditPageProps) => (
  <div className={styles.page} data-layout="stack 4" data-wide={isWide}>
    {children}
  </div>
)

/** Puts the second of two sections beside the first on a wide page. */
export const EditColumns = ({ children }: { children: ReactNode }) => (
  <div className={styles.columns} data-layout="stack 4 start">
    {children}
  </div>
)

export const AuditLink = ({ resource, id, children }: { resource: AuditResource; id: number; children: string }) => (
  <p>
    <Link to="/admin/audit" search={{ resource, resource_id: id }}>
      {children}
    </Link>
  </p>
)

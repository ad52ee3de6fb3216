import { createLink } from '@tanstack/react-router'
import type { Audience } from '#domain/messages/message.schema.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'

/** A group of recipients, possibly incomplete, as in the address of the screen for a new message. */
export interface ChosenGroup {
  kind?: Audience['kind'] | undefined
  testmoment_id?: number | undefined
  module_id?: number | undefined
  education_department_id?: number | undefined
}

const ButtonLinkTo = createLink(ButtonLink)

/** Link from a group to the screen for a message to that group; pressing it sends nothing. */
export const WriteLink = ({ group, children = 'Bericht sturen' }: { group: ChosenGroup; children?: string }) => (
  <ButtonLinkTo to="/admin/messages/new" search={group} icon="mail">
    {children}
  </ButtonLinkTo>
)

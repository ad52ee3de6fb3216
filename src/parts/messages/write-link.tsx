import { createLink } from '@tanstack/react-router'
import type { Audience } from '#domain/messages/message.schema.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'

/** A group as far as it was chosen, as in the address of the screen for a new message. */
export interface ChosenGroup {
  kind?: Audience['kind'] | undefined
  testmoment_id?: number | undefined
  module_id?: number | undefined
  education_department_id?: number | undefined
}

const ButtonLinkTo = createLink(ButtonLink)

/** From where a group is shown to a message to them; nothing is sent by pressing it. */
export const WriteLink = ({ group, children = 'Bericht sturen' }: { group: ChosenGroup; children?: string }) => (
  <ButtonLinkTo to="/admin/messages/new" search={group} icon="mail">
    {children}
  </ButtonLinkTo>
)

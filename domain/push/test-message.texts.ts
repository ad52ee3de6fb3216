import { messageOf, type PushMessage } from './push-message.ts'

/** `publicUrl` has no slash at its end. */
export const testMessage = (publicUrl: string): PushMessage =>
  messageOf({
    title: 'Testmelding',
    body: 'Zo zie je het als de inschrijving voor een toetsmoment opengaat.',
    navigate: `${publicUrl}/settings/user`,
    tag: 'testmelding',
  })

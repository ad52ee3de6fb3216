import { ASK_FIRST } from '#contract/refusals.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { ProposedMessage } from '#domain/messages/change.texts.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { saveTexts } from '../writing/save.texts.ts'
import { type Overrides, rebaseAlways, useChange } from './use-change.tsx'

interface SavingSwitchProps<Reply> {
  /** name of the setting, for screen readers */
  label: string
  checked: boolean
  /** link that changes the setting; without it the switch is read-only */
  link: Link | undefined
  save: (link: Link, checked: boolean, overrides: Overrides & { confirmed: string }) => Promise<Reply>
  /** result from the server, as a sentence */
  savedText: (reply: Reply, checked: boolean) => string
  /** message offered for the students concerned; see `useChange` */
  proposeMessage?: (checked: boolean) => ProposedMessage
  /** title of the question about large consequences, and label of its confirm button */
  confirmTitle?: string
  confirmLabel?: string
}

/** Switch that is saved when it is pressed, and goes back when saving fails. */
export function SavingSwitch<Reply>(props: SavingSwitchProps<Reply>) {
  const { label, checked, link, save, savedText, proposeMessage, confirmTitle, confirmLabel } = props
  const connected = useIsConnected()
  const switching = useChange({
    send: ({ along, wanted }: { along: Link; wanted: boolean }, { confirmed = ASK_FIRST, ...overrides }) =>
      save(along, wanted, { ...overrides, confirmed }),
    rebase: rebaseAlways,
    saved: (reply, { wanted }) => savedText(reply, wanted),
    failed: saveTexts.toggleFailed,
    inToast: true,
    ...(proposeMessage && { proposeMessage: ({ wanted }: { wanted: boolean }) => proposeMessage(wanted) }),
    confirmTitle,
    confirmLabel,
  })
  return (
    <>
      <Switch
        label={label}
        checked={checked}
        busy={switching.isBusy}
        disabled={!link || !connected}
        onChange={(wanted) => link && switching.change({ along: link, wanted })}
      />
      {switching.dialog}
    </>
  )
}

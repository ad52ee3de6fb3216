import { useState } from 'react'
import { Button } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'

const PARAGRAPHS = Array.from({ length: 20 }, (_, index) => `Alinea ${index + 1} van een lange inhoud.`)

export function Dialogs() {
  const [open, setOpen] = useState<'short' | 'long' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button onClick={() => setOpen('short')}>Kort</Button>
      <Button onClick={() => setOpen('long')}>Lang</Button>
      {open && (
        <Dialog title={open === 'short' ? 'Een korte dialoog' : 'Een lange dialoog'} onClose={close}>
          {PARAGRAPHS.slice(0, open === 'short' ? 1 : undefined).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Dialog>
      )}
    </>
  )
}

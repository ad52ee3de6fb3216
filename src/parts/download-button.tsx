import { type ReactNode, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { DownloadedFile } from '#src/api/api.ts'
import type { RefusalTexts } from '#src/api/failure.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { useWrite } from '#src/parts/writing/writing.tsx'
import { Problem, ServerButton } from './writing/writing.tsx'

interface DownloadButtonProps {
  target: Endpoint
  link: Link
  failed: string
  refusals?: RefusalTexts
  /** Shows a failure below the button instead of in a toast. */
  showsProblem?: boolean
  children: ReactNode
}

/** Fetches a file and saves it under the name that the server gives; says that it is loading, and which file was saved. */
export function DownloadButton({
  target,
  link,
  failed,
  refusals,
  showsProblem = false,
  children,
}: DownloadButtonProps) {
  const api = useApi()
  const { isBusy, problem, write } = useWrite({ inToast: !showsProblem })
  const [saved, setSaved] = useState<string | null>(null)
  const download = () => {
    setSaved(null)
    return write({
      send: () => api.download(target, link),
      failed,
      refusals,
      onDone: (file) => {
        saveFile(file)
        setSaved(file.name)
      },
    })
  }
  return (
    <div data-layout="grid 1 top left">
      <ServerButton busy={isBusy} icon="download" onClick={download}>
        {children}
      </ServerButton>
      <Problem text={problem} />
      <p role="status" data-layout="if-any" data-text="small muted breaks">
        {isBusy && <span>Het bestand wordt gemaakt…</span>}
        {saved && <span>{`${saved} is gedownload.`}</span>}
      </p>
    </div>
  )
}

/** Saves a table as CSV. Excel reads it as UTF-8 only with a byte order mark. */
export const saveTable = (name: string, rows: readonly (readonly string[])[]): void =>
  saveFile({
    name,
    content: new Blob([`\uFEFF${rows.map((cells) => cells.map(cellOf).join(';')).join('\r\n')}`], { type: 'text/csv' }),
  })

/** Prevents a spreadsheet program from reading a text as a formula. */
export const cellOf = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Time a browser may take to begin saving before the object URL is revoked. */
const KEEP_MS = 60_000

/** Makes the browser save a file, as if the user had followed a link to it. */
export function saveFile({ name, content }: DownloadedFile): void {
  const address = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}

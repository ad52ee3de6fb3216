import type { DownloadedFile } from '#src/api/downloaded-file.ts'

/** How long a browser may take to begin saving before the content is let go. */
const KEEP_MS = 60_000

/** Has the browser save a file, as if a link to it had been pressed. */
export function saveFile({ name, content }: DownloadedFile): void {
  const address = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}

import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Link } from '#domain/link/link.schema.ts'
import type { Api } from '#src/api/api.ts'
import { Button } from '#src/ui/button/button.tsx'
import { saveFile } from './save-file.ts'

interface DownloadButtonProps {
  api: Api
  target: Endpoint
  link: Link
  onFailed: (error: unknown) => void
  children: string
}

/** Fetches a file and saves it under the name that the server gives; shows that it is on its way. */
export function DownloadButton({ api, target, link, onFailed, children }: DownloadButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const download = async () => {
    setIsBusy(true)
    try {
      saveFile(await api.download(target, link))
    } catch (error) {
      onFailed(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button busy={isBusy} onClick={download}>
      {children}
    </Button>
  )
}

/** Reads the answer to its end, as a `DownloadedFile`. Rejects when the server gave no name: then it is no file of ours. */
export async function fileOf(response: Response): Promise<{ name: string; content: Blob }> {
  const name = nameIn(response.headers.get('content-disposition') ?? '')
  if (!name) throw new TypeError('Not a file of the API')
  return { name, content: await response.blob() }
}

/** The name in a Content-Disposition header (RFC 6266), in all its letters where it is given so; null without one. */
export function nameIn(header: string): string | null {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(header)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(header)?.[1] ?? null
}

/** Reads the whole answer as a `DownloadedFile`. Rejects if the server gave no name: it is then not a file of the API. */
export async function fileOf(response: Response): Promise<{ name: string; content: Blob }> {
  const name = nameIn(response.headers.get('content-disposition') ?? '')
  if (!name) throw new TypeError('Not a file of the API')
  return { name, content: await response.blob() }
}

/** Name in a Content-Disposition header (RFC 6266), preferably the encoded one with all its letters; null without one. */
export function nameIn(header: string): string | null {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(header)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(header)?.[1] ?? null
}

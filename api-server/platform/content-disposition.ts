/**
 * Header value that makes a browser save a reply as `fileName` (RFC 6266): `filename` for ASCII-only clients, `filename*` for
 * the exact name. The name can't end the header or its quotes, nor leave the download folder.
 */
export function attachment(fileName: string): string {
  const name = fileName
    .toWellFormed()
    .replaceAll(/[\p{Cc}/\\]/gu, '_')
    .replace(/^\.+/, '_')
  const ascii = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .()-]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtended(name)}`
}

/** RFC 8187 allows fewer plain characters than encodeURIComponent leaves. */
const encodeExtended = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Has the browser save a reply under `fileName` (RFC 6266): `filename` for those that know ASCII only, `filename*` for
 * the name as it is. Nothing in it can end the header, its quotes, or lead out of the download folder.
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

/** RFC 8187 knows fewer plain characters than encodeURIComponent does. */
const encodeExtended = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

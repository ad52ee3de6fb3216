/** The id of whom a request's token is of, or null without one that says so. Whether it is genuine is the server's to judge. */
export function readerOf(request: Request): number | null {
  const claims = request.headers.get('authorization')?.split('.')[1]
  if (!claims) return null
  try {
    const id = Number(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub)
    return Number.isSafeInteger(id) ? id : null
  } catch {
    return null
  }
}

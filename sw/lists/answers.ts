import { KEPT_AT, KEPT_IS_OUTDATED } from '#sw/messages.ts'
import type { KeptList } from '#sw/store.schema.ts'

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** What is kept in place of a 304: to the page it is the server's word of now. */
export const listAnswer = ({ body, status }: KeptList): Response => new Response(body, { status, headers: JSON_TYPE })

export function keptAnswer({ body, status, keptAt }: KeptList, { isOutdated }: { isOutdated: boolean }): Response {
  const headers = new Headers({ ...JSON_TYPE, [KEPT_AT]: String(keptAt) })
  if (isOutdated) headers.set(KEPT_IS_OUTDATED, '1')
  return new Response(body, { status, headers })
}

export const nothingKept = (): Response => new Response(null, { status: 504 })

import { ApiError } from '#src/api/api-error.ts'

/** Reads the id in an address. If no record can have it, throws the server's 404 without a request. */
export function recordIdOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError({ status: 404, reason: 'not-found' })
  return Number(text)
}

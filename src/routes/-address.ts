import { ApiError } from '#src/api/api-error.ts'

/** The id in an address. Throws what the server would answer where it can be nobody's, without asking. */
export function recordIdOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError({ status: 404, reason: 'not-found' })
  return Number(text)
}

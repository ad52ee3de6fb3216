import type { Testmoment } from './testmoment.schema.ts'

/** Its time to open has come, and it isn't open yet: the server does that within a second, and the list doesn't know. */
export const isOpening = (
  { enrollments_enabled, enrollments_open_at }: Pick<Testmoment, 'enrollments_enabled' | 'enrollments_open_at'>,
  now: number,
): boolean => !enrollments_enabled && enrollments_open_at !== null && Date.parse(enrollments_open_at) <= now

/** When (ISO) a closed moment will open; null when nobody knows. */
export const opensAt = ({
  enrollments_enabled,
  enrollments_open_at,
}: Pick<Testmoment, 'enrollments_enabled' | 'enrollments_open_at'>): string | null =>
  enrollments_enabled ? null : enrollments_open_at

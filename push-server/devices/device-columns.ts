/** What is told of a device, in the order of the wire. */
export const deviceColumns = [
  'id',
  'device_name',
  'created_at',
  'last_success_at',
  'last_failure',
  'last_failure_at',
] as const

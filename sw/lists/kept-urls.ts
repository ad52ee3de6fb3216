import { API_BASE } from '#contract/endpoint.ts'
import { getOwnUser } from '#contract/user.ts'
import { KEPT_LISTS } from '#sw/messages.ts'

/** The user as well: that costs nothing to ask again while it is the same. */
const paths = [getOwnUser, ...KEPT_LISTS].map(({ path }) => path.replace(/:\w+/g, '\\d+'))
const pattern = new RegExp(`^${API_BASE}(${paths.join('|')})$`)

/** Whether what the API answers at this address is kept on the device. */
export const isKept = ({ pathname }: URL): boolean => pattern.test(pathname)

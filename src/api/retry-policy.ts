import { isHTTPError, isNetworkError, type RetryOptions } from 'ky'
import type { Endpoint } from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollment.ts'
import { retryAfterOf } from './retry-after.ts'

/** Longer than this nobody waits unasked: the refusal is shown, with the time the server gave. */
const LONGEST_WAIT_S = 10
const ATTEMPTS_WHEN_BUSY = 5
const ATTEMPTS_WHEN_CUT_OFF = 2

/**
 * A server that says 'later' has done nothing yet, so any call is repeated when it asks, never sooner (ky would come
 * back at `maxRetryAfter`, hence the refusal of long ones here). A call that was cut off may have been carried out:
 * only what can be asked twice is repeated. A timeout is not: the person has waited 10 s already.
 */
export const retryPolicy = (target: Endpoint): RetryOptions => ({
  limit: ATTEMPTS_WHEN_BUSY,
  methods: ['get', 'post', 'put', 'patch', 'delete'],
  statusCodes: [429, 502, 503, 504],
  afterStatusCodes: [429, 503],
  shouldRetry: ({ error, retryCount }) => {
    if (isHTTPError(error)) {
      const wait = retryAfterOf(error.response.headers)
      if (wait !== null) return wait <= LONGEST_WAIT_S ? undefined : false
    }
    return mayRepeat(target) && retryCount <= ATTEMPTS_WHEN_CUT_OFF && isPassing(error) ? undefined : false
  },
})

/** Enrolling again returns the enrollment that exists. Leaving again would say 'not found' of one's own success. */
const mayRepeat = (target: Endpoint): boolean => target.method === 'GET' || target === createEnrollment

const isPassing = (error: Error): boolean =>
  isNetworkError(error) || (isHTTPError(error) && error.response.status > 500)

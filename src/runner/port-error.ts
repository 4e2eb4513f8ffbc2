import { Fault, Unavailable } from '#kernel'

const unavailableStatus = 503

/** Whether a call of the port failed because the service cannot answer now: nothing is known about what was sent. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Unavailable || (error instanceof Fault && error.status === unavailableStatus)

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

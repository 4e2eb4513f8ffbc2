import type { ObservationFailure } from '#contract'
import { failure } from '#egress'

export const remedy =
  'Run `sysctl -w net.ipv4.ping_group_range="0 2147483647"`, or give the process CAP_NET_RAW, or run it as root.'

/**
 * The failure of a run on a machine where this process may not send echo requests. It is no evidence about the target.
 */
export const forbidden = (): ObservationFailure =>
  failure('permission', 'EPERM', `This machine does not let the service send pings, so nothing was sent. ${remedy}`)

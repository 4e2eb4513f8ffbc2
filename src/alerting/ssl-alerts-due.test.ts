import { describe, expect, it } from 'vitest'
import { sslAlertsDue } from './ssl-alerts-due.ts'
import type { SslChannel, SslNotifiedByChannel } from './ssl-alerts-due.ts'

const aChannel = (channelId: number, threshold: number, sslExpiry = true): SslChannel => ({
  channelId,
  threshold,
  sslExpiry,
})

/** Evaluates the certificate for each given number of days, and returns whom each evaluation notified. */
const notifiedOn = (channels: readonly SslChannel[], days: readonly number[]): readonly (readonly number[])[] => {
  let notified: SslNotifiedByChannel = {}
  return days.map((daysRemaining) => {
    const due = sslAlertsDue({ daysRemaining, domain: 'example.com', channels, notified })
    notified = due.notified
    return due.channelIds
  })
}

describe('sslAlertsDue', () => {
  it('notifies each channel once, at its own threshold', () => {
    expect(notifiedOn([aChannel(1, 30), aChannel(2, 7)], [31, 30, 29, 7, 6])).toEqual([[], [1], [], [2], []])
  })

  it('notifies once more when the certificate has expired', () => {
    expect(notifiedOn([aChannel(1, 30)], [1, 0, -1, -2])).toEqual([[1], [], [1], []])
  })

  it('notifies again when a renewed certificate reaches the threshold again', () => {
    expect(notifiedOn([aChannel(1, 30)], [30, 90, 31, 30])).toEqual([[1], [], [], [1]])
  })

  it('does not announce a renewal that stays under the threshold, but announces its expiry', () => {
    expect(notifiedOn([aChannel(1, 30)], [2, -1, 6, 5, -1])).toEqual([[1], [1], [], [], [1]])
  })

  it('notifies no channel without the option', () => {
    expect(notifiedOn([aChannel(1, 30, false)], [10, -1])).toEqual([[], []])
  })

  it('starts anew for another domain', () => {
    const channels = [aChannel(1, 30)]
    const notified = { 1: { domain: 'old.example.com', stage: 'expiring' } } as const
    const due = sslAlertsDue({ daysRemaining: 5, domain: 'example.com', channels, notified })
    expect(due).toEqual({ channelIds: [1], notified: { 1: { domain: 'example.com', stage: 'expiring' } } })
  })

  it('answers the same record when nothing changed, so nothing needs to be stored', () => {
    const notified = { 1: { domain: 'example.com', stage: 'expiring' } } as const
    const due = sslAlertsDue({ daysRemaining: 5, domain: 'example.com', channels: [aChannel(1, 30)], notified })
    expect(due.notified).toBe(notified)
  })
})

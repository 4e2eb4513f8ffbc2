import { describe, expect, it } from 'vitest'
import { sslAlertsDue } from './ssl-alerts-due.ts'
import type { SslChannel, SslToldByChannel } from './ssl-alerts-due.ts'

const aChannel = (channelId: number, threshold: number, sslExpiry = true): SslChannel => ({
  channelId,
  threshold,
  sslExpiry,
})

/** Looks at the certificate once per given day count, and answers whom each look told. */
const look = (channels: readonly SslChannel[], days: readonly number[]): readonly (readonly number[])[] => {
  let told: SslToldByChannel = {}
  return days.map((daysRemaining) => {
    const due = sslAlertsDue({ daysRemaining, domain: 'example.com', channels, told })
    told = due.told
    return due.channelIds
  })
}

describe('sslAlertsDue', () => {
  it('notifies each channel once, at its own threshold', () => {
    expect(look([aChannel(1, 30), aChannel(2, 7)], [31, 30, 29, 7, 6])).toEqual([[], [1], [], [2], []])
  })

  it('notifies once more when the certificate has expired', () => {
    expect(look([aChannel(1, 30)], [1, 0, -1, -2])).toEqual([[1], [], [1], []])
  })

  it('notifies again when a renewed certificate reaches the threshold again', () => {
    expect(look([aChannel(1, 30)], [30, 90, 31, 30])).toEqual([[1], [], [], [1]])
  })

  it('does not announce a renewal that stays under the threshold, but announces its expiry', () => {
    expect(look([aChannel(1, 30)], [2, -1, 6, 5, -1])).toEqual([[1], [1], [], [], [1]])
  })

  it('notifies no channel without the option', () => {
    expect(look([aChannel(1, 30, false)], [10, -1])).toEqual([[], []])
  })

  it('starts anew for another domain', () => {
    const channels = [aChannel(1, 30)]
    const told = { 1: { domain: 'old.example.com', stage: 'expiring' } } as const
    const due = sslAlertsDue({ daysRemaining: 5, domain: 'example.com', channels, told })
    expect(due).toEqual({ channelIds: [1], told: { 1: { domain: 'example.com', stage: 'expiring' } } })
  })

  it('answers the same record when nothing changed, so nothing needs to be stored', () => {
    const told = { 1: { domain: 'example.com', stage: 'expiring' } } as const
    const due = sslAlertsDue({ daysRemaining: 5, domain: 'example.com', channels: [aChannel(1, 30)], told })
    expect(due.told).toBe(told)
  })
})
